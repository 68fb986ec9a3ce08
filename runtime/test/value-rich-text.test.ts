import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../abi/json.js";
import { adf, plain } from "../value/rich-text.js";

const paragraph = (...content: Json[]): JsonObject => ({ type: "paragraph", content });
const words = (text: string): JsonObject => ({ type: "text", text });

describe("plain text of storage XHTML", () => {
  it.each([
    ["plain words", "plain words"],
    ["<p>One</p><p>Two</p>", "One\nTwo"],
    ["<p>One</p>\n\n<p>Two</p>", "One\nTwo"],
    ["<h2>Title</h2><p>a <strong>b</strong><em>c</em></p>", "Title\na bc"],
    ["a<br/>b", "a\nb"],
    ["<ul><li>x</li><li>y</li></ul>", "x\ny"],
    ["Tom &amp; Jerry &lt;3 &#65;&#x42;&quot;", 'Tom & Jerry <3 AB"'],
    ["a&nbsp;b", "a\u00a0b"],
    ["&#x1F600;", "\u{1f600}"],
    ["&#0; &#xD800; &#x110000; &nosuch; & &;", "&#0; &#xD800; &#x110000; &nosuch; & &;"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<p title='a>b'>x</p>", "x"],
    ['<a href="x?a=1&amp;b=2">link</a>', "link"],
    ["<!-- hidden <p>x</p> -->shown", "shown"],
    ["<![CDATA[<raw> & kept]]>", "<raw> & kept"],
    ["<ac:parameter ac:name='title'>hidden</ac:parameter>shown", "shown"],
    [
      "<ac:structured-macro><ac:plain-text-body><![CDATA[code]]></ac:plain-text-body></ac:structured-macro>",
      "code",
    ],
    ["unclosed <b", "unclosed <b"],
    ["<![CDATA[open", "open"],
    ["<P>Upper</P>", "Upper"],
    ["", ""],
  ])("%s", (source, expected) => {
    expect(plain(source)).toBe(expected);
  });

  it("stays linear on long runs of openings", () => {
    for (const piece of ["<", "&", "<a ", "<!--", "<![CDATA[", "&#", "<p title='"]) {
      expect(typeof plain(piece.repeat(5_000))).toBe("string");
    }
  });
});

describe("plain text of a document", () => {
  it("reads blocks, inline nodes and breaks", () => {
    const document = {
      type: "doc",
      version: 1,
      content: [
        { type: "heading", attrs: { level: 1 }, content: [words("Head")] },
        paragraph(
          words("a "),
          { type: "mention", attrs: { id: "1", text: "@Ann" } },
          { type: "hardBreak" },
          words("b"),
        ),
        { type: "bulletList", content: [{ type: "listItem", content: [paragraph(words("x"))] }] },
        { type: "rule" },
      ],
    };
    expect(plain(document)).toBe("Head\na @Ann\nb\nx");
  });

  it("reads body wrappers of both representations", () => {
    expect(plain({ representation: "storage", value: "<p>x</p>" })).toBe("x");
    const text = JSON.stringify(adf("y"));
    expect(plain({ representation: "atlas_doc_format", value: text })).toBe("y");
    expect(plain({ representation: "atlas_doc_format", value: "{" })).toBeUndefined();
    expect(plain({ value: { value: { value: { value: "too deep" } } } })).toBeUndefined();
  });

  it("is absent for what is no document", () => {
    for (const value of [undefined, null, 5, true, [], {}, { content: [] }])
      expect(plain(value)).toBeUndefined();
  });

  it("cuts off nesting and length instead of failing", () => {
    let deep: Json = words("bottom");
    for (let i = 0; i < 500; i++) deep = paragraph(deep);
    expect(plain({ type: "doc", content: [deep, paragraph(words("top"))] })).toBe("top");
    const wide = {
      type: "doc",
      content: Array.from({ length: 400 }, () => paragraph(words("x".repeat(1_000)))),
    };
    expect((plain(wide) as string).length).toBeLessThanOrEqual(202_000);
  });
});

describe("adf", () => {
  it("makes one paragraph a line, and reads back as it was", () => {
    expect(adf("a\n\nb")).toEqual({
      type: "doc",
      version: 1,
      content: [paragraph(words("a")), { type: "paragraph" }, paragraph(words("b"))],
    });
    expect(plain(adf("one\ntwo"))).toBe("one\ntwo");
  });

  it("has no empty text node", () => {
    expect(adf("")).toEqual({ type: "doc", version: 1, content: [] });
    expect(adf(undefined)).toEqual({ type: "doc", version: 1, content: [] });
    expect(adf(["a", 1, "b"])["content"]).toEqual([paragraph(words("a")), paragraph(words("b"))]);
  });
});
