const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["ndash", "\u2013"],
  ["mdash", "\u2014"],
  ["hellip", "\u2026"],
  ["rsquo", "\u2019"],
  ["lsquo", "\u2018"],
  ["rdquo", "\u201d"],
  ["ldquo", "\u201c"],
]);

/** Elements that stand within a line. Every other element ends its line. */
const INLINE = new Set([
  ..."a abbr b cite code del em i ins kbd mark q s small span strong sub sup time tt u".split(" "),
  "ac:link",
  "ac:link-body",
  "ac:plain-text-link-body",
  "ac:emoticon",
  "ri:user",
  "ri:page",
]);

const NAME_START = /[A-Za-z]/;
const CDATA = "<![CDATA[";

/**
 * Text of storage-format XHTML in one pass: tags go, blocks end with a line break, entities are decoded, CDATA
 * is kept, comments and macro parameters are dropped. A `<` or `&` that starts neither is text, so that plain text
 * comes out as it went in.
 */
export function plainMarkup(source: string): string {
  const out: string[] = [];
  let hidden = 0;
  let at = 0;
  const put = (piece: string): void => {
    if (hidden === 0) out.push(piece);
  };
  while (at < source.length) {
    const next = nextSpecial(source, at);
    if (next > at) put(source.slice(at, next));
    if (next >= source.length) break;
    if (source[next] === "&") {
      const entity = readEntity(source, next);
      put(entity.text);
      at = entity.end;
      continue;
    }
    if (source.startsWith(CDATA, next)) {
      const close = source.indexOf("]]>", next);
      put(source.slice(next + CDATA.length, close < 0 ? source.length : close));
      at = close < 0 ? source.length : close + 3;
      continue;
    }
    if (source.startsWith("<!--", next)) {
      const close = source.indexOf("-->", next + 4);
      at = close < 0 ? source.length : close + 3;
      continue;
    }
    const tag = readTag(source, next);
    if (tag === undefined) {
      put("<");
      at = next + 1;
      continue;
    }
    if (tag.name === "ac:parameter" && !tag.selfClosing)
      hidden = Math.max(0, hidden + (tag.closing ? -1 : 1));
    else if (!INLINE.has(tag.name)) put("\n");
    at = tag.end;
  }
  return out.join("").replace(/\n{2,}/g, "\n");
}

function nextSpecial(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    const unit = source[i];
    if (unit === "<" || unit === "&") return i;
  }
  return source.length;
}

function readEntity(source: string, start: number): { text: string; end: number } {
  const close = source.slice(start, start + 12).indexOf(";");
  if (close < 2) return { text: "&", end: start + 1 };
  const name = source.slice(start + 1, start + close);
  const text = name.startsWith("#") ? numericEntity(name.slice(1)) : ENTITIES.get(name);
  return text === undefined ? { text: "&", end: start + 1 } : { text, end: start + close + 1 };
}

function numericEntity(digits: string): string | undefined {
  const hex = digits.startsWith("x") || digits.startsWith("X");
  if (!(hex ? /^[xX][0-9A-Fa-f]+$/ : /^[0-9]+$/).test(digits)) return undefined;
  const code = hex ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  readonly end: number;
}

/** The tag at `start`, quoted attribute values respected; undefined when no tag starts there. */
function readTag(source: string, start: number): Tag | undefined {
  const closing = source[start + 1] === "/";
  const nameStart = start + (closing ? 2 : 1);
  if (!NAME_START.test(source[nameStart] ?? "")) return undefined;
  let nameEnd = nameStart;
  while (nameEnd < source.length && /[A-Za-z0-9:_-]/.test(source[nameEnd] ?? "")) nameEnd++;
  let quote = "";
  for (let i = nameEnd; i < source.length; i++) {
    const unit = source[i] ?? "";
    if (quote !== "") {
      if (unit === quote) quote = "";
    } else if (unit === '"' || unit === "'") {
      quote = unit;
    } else if (unit === ">") {
      const name = source.slice(nameStart, nameEnd).toLowerCase();
      return { name, closing, selfClosing: source[i - 1] === "/", end: i + 1 };
    } else if (unit === "<") {
      return undefined;
    }
  }
  return undefined;
}
