import { describe, expect, it } from "vitest";
import { isKnownFormat, textFormat } from "../../openapi/formats.js";

const cases: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> =
  {
    date: {
      good: ["2024-02-29", "2000-02-29", "1999-12-31", "2023-04-30"],
      bad: ["2023-02-29", "1900-02-29", "2024-13-01", "2024-04-31", "2024-1-1", "2024-01-01T", " 2024-01-01"],
    },
    time: {
      good: ["00:00:00Z", "23:59:60Z", "12:30:00.123+02:00"],
      bad: ["24:00:00Z", "12:30Z", "12:30:00"],
    },
    "date-time": {
      good: ["2024-02-29T23:59:59Z", "2024-01-01 00:00:00.5-05:30", "2024-01-17T12:34:00.000+0000"],
      bad: ["2024-02-30T00:00:00Z", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01T25:00:00Z"],
    },
    uuid: {
      good: ["123e4567-e89b-12d3-a456-426614174000"],
      bad: ["123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"],
    },
    email: { good: ["a@b.example", "first.last+tag@sub.example"], bad: ["a", "a@", "a@-b", "a b@c", "@c"] },
    hostname: { good: ["a", "a-b.example"], bad: ["-a", "a..b", "a_b", `${"a".repeat(64)}.x`] },
    ipv4: { good: ["0.0.0.0", "255.255.255.255"], bad: ["256.0.0.0", "1.2.3", "01.2.3.4"] },
    ipv6: {
      good: [
        "::",
        "::1",
        "1::",
        "1:2:3:4:5:6:7:8",
        "fe80::1:2",
        "::ffff:1.2.3.4",
        "1:2:3:4:5:6:1.2.3.4",
        "1::8",
      ],
      bad: [":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "1:2:3:4:5:6:7:1.2.3.4"],
    },
    uri: { good: ["https://a.example/b?c#d", "urn:x:y"], bad: ["a.example", "/x", "http://a b"] },
    byte: { good: ["", "YQ==", "YWI=", "YWJj"], bad: ["YQ", "YQ=", "Y*=="] },
  };

describe.each(Object.entries(cases))("%s", (name, { good, bad }) => {
  it.each(good)("takes %j", (text) => expect(textFormat(name)?.test(text)).toBe(true));
  it.each(bad)("refuses %j", (text) => expect(textFormat(name)?.test(text)).toBe(false));
});

it("knows names that it does not check, and no names of prototypes", () => {
  expect(isKnownFormat("int64")).toBe(true);
  expect(textFormat("int64")).toBeUndefined();
  expect(isKnownFormat("constructor")).toBe(false);
  expect(textFormat("__proto__")).toBeUndefined();
});
