import { emptyRecord } from "./node.js";

const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const DATE = [
  "\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])",
  "\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)",
  "\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])",
  `${LEAP_YEAR}-02-29`,
].join("|");
const TIME =
  "(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d|23:59:60)(?:\\.\\d+)?(?:Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)";
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/**
 * Formats of texts that are checked, as expressions over the whole text. Dates and times follow RFC 3339, with an
 * offset also accepted without its colon (`+0000`, as several services write it); names and addresses of the network
 * follow RFC 1123, 2673 and 4291, an address of mail the form of the HTML standard.
 */
const TEXT_FORMATS: ReadonlyMap<string, string> = new Map([
  ["date", `^(?:${DATE})$`],
  ["time", `^${TIME}$`],
  ["date-time", `^(?:${DATE})[Tt ]${TIME}$`],
  ["uuid", "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"],
  ["email", `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`],
  ["hostname", `^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`],
  ["ipv4", `^${IPV4}$`],
  ["ipv6", ipv6()],
  ["uri", '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s"<>\\\\^`{|}]*$'],
  ["byte", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"],
]);

/** Formats of numbers that are checked, as inclusive bounds. `int64` is left out: its ends are no exact numbers here. */
const NUMBER_FORMATS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["int32", [-2147483648, 2147483647]],
]);

/** Formats that say something true which needs no check beyond the type, or is no matter of a single value. */
const ACCEPTED = new Set(["int64", "float", "double", "binary", "password", "uri-reference", "iri", "regex"]);

const compiled = new Map([...TEXT_FORMATS].map(([name, source]) => [name, new RegExp(source, "u")]));

/** Expression that texts of a format must match; undefined when the format is not checked on texts. */
export function textFormat(name: string): RegExp | undefined {
  return compiled.get(name);
}

/** Least and greatest number of a format; undefined when the format is not checked on numbers. */
export function numberFormat(name: string): readonly [number, number] | undefined {
  return NUMBER_FORMATS.get(name);
}

export function isKnownFormat(name: string): boolean {
  return compiled.has(name) || NUMBER_FORMATS.has(name) || ACCEPTED.has(name);
}

/** All checked text formats, for the validator generator; without prototype. */
export function textFormats(): Readonly<Record<string, RegExp>> {
  return Object.assign(emptyRecord<RegExp>(), Object.fromEntries(compiled));
}

/** Eight groups, or fewer with one `::`; the last two groups may be an IPv4 address. */
function ipv6(): string {
  const group = "[0-9A-Fa-f]{1,4}";
  const tail = `(?:${group}:${group}|${IPV4})`;
  const forms = [`(?:${group}:){6}${tail}`, `::(?:${group}:){5}${tail}`];
  for (let after = 4; after >= 0; after--) {
    const before = 4 - after;
    const rest = after === 0 ? tail : `(?:${group}:){${after}}${tail}`;
    forms.push(`(?:(?:${group}:){0,${before}}${group})?::${rest}`);
  }
  forms.push(`(?:(?:${group}:){0,5}${group})?::${group}`, `(?:(?:${group}:){0,6}${group})?::`);
  return `^(?:${forms.join("|")})$`;
}
