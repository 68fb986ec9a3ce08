import type { ChatTool } from "../tokenizer/index.js";
import type { Dialogue } from "./dialogue.js";

/**
 * Fixed conversations that were looked at while the generator was widened: the shapes that a scenario is expected to
 * have, with names that no generator list holds. They measure copying slot by slot; they are never trained on.
 */
export interface Probe {
  readonly name: string;
  readonly dialogue: Dialogue;
}

const str = { type: "string" };
const object = (properties: { readonly [key: string]: object }): object => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const tool = (name: string, properties: { readonly [key: string]: object }): ChatTool => ({
  type: "function",
  function: { name, parameters: object(properties) },
});

const stewards = [
  "admin123",
  "omar.diaz",
  "5b10a2844c20165700ede21g",
  "pwolf",
  "rsingh",
  "lena_k",
  "Tobias",
  "u-90210",
];
const captions = [
  "Design login form",
  "Write unit tests",
  "Fix Date Parsing",
  "Update README for v2.1",
  "API rate limits",
  "Review Q3 budget - draft",
  "Set up CI",
  "Collect user feedback",
];
const ledgers = ["GLEN-12", "FARM-7", "QX-1001", "HILL-330", "GLEN-400", "MOSS-88", "AB-2", "TREE-59"];

function childProbe(n: number): Probe {
  const [ledger, caption, steward] = [ledgers[n % 8]!, captions[(n * 3) % 8]!, stewards[(n * 5) % 8]!];
  const glade = ledger.split("-")[0]!;
  const made = `${glade}-${700 + n}`;
  const quote = n % 2 === 0 ? '"' : "'";
  const user =
    n % 3 === 0
      ? `Create a subledger under ${ledger} titled ${quote}${caption}${quote} and assign it to ${steward}.`
      : n % 3 === 1
        ? `Please add a subledger to ${ledger}. Its title is ${quote}${caption}${quote}. Assign it to ${steward}.`
        : `${ledger} needs a subledger called ${quote}${caption}${quote}, assigned to ${steward}.`;
  return {
    name: "child",
    dialogue: {
      system:
        "You work in a ledger tracker. A subledger has the ledgertype id 10003 and the same glade as its parent. Read the parent first and check the result.",
      tools: [
        tool("get_ledger", { ledgerIdOrKey: str }),
        tool("create_ledger", {
          body: object({
            glade: object({ key: str }),
            parent: object({ key: str }),
            gist: str,
            ledgertype: object({ id: str }),
            stewardee: object({ userRef: str }),
          }),
        }),
      ],
      user,
      turns: [
        {
          call: { name: "get_ledger", arguments: { ledgerIdOrKey: ledger } },
          answer: JSON.stringify({
            id: String(10040 + n * 7),
            key: ledger,
            body: {
              gist: captions[n % 7],
              ledgertype: { id: "10001", name: "Story" },
              glade: { key: glade },
            },
          }),
        },
        {
          call: {
            name: "create_ledger",
            arguments: {
              body: {
                glade: { key: glade },
                parent: { key: ledger },
                gist: caption,
                ledgertype: { id: "10003" },
                stewardee: { userRef: steward },
              },
            },
          },
          answer: JSON.stringify({ id: String(20100 + n), key: made }),
        },
        {
          call: { name: "get_ledger", arguments: { ledgerIdOrKey: made } },
          answer: JSON.stringify({ key: made }),
        },
        { say: "Done." },
      ],
    },
  };
}

function scrollProbe(n: number): Probe {
  const [caption, parent] = [captions[(n * 5 + 1) % 8]!, String(98300 + n * 131)];
  const shelf = String(65500 + n * 11);
  const text = [
    "The build is green.",
    "Agenda for Monday",
    "Deploy on Friday, then rest.",
    "See the notes below.",
  ][n % 4]!;
  return {
    name: "scroll",
    dialogue: {
      system:
        'Scrolls live on shelves. A new scroll goes on the shelf of its parent. The body is {"dialect":"vellum","value":"<p>TEXT</p>"}.',
      tools: [
        tool("getScroll", { id: str }),
        tool("createScroll", {
          shelfId: str,
          parentId: str,
          title: str,
          body: object({ dialect: str, value: str }),
        }),
      ],
      user:
        n % 2 === 0
          ? `Create a scroll "${caption}" under ${parent} with the text "${text}".`
          : `Add a child scroll to ${parent}, titled '${caption}', saying '${text}'.`,
      turns: [
        {
          call: { name: "getScroll", arguments: { id: parent } },
          answer: JSON.stringify({
            id: parent,
            status: "current",
            title: captions[n % 8],
            shelfId: shelf,
            version: { number: 3 },
          }),
        },
        {
          call: {
            name: "createScroll",
            arguments: {
              shelfId: shelf,
              parentId: parent,
              title: caption,
              body: { dialect: "vellum", value: `<p>${text}</p>` },
            },
          },
          answer: JSON.stringify({ id: String(98800 + n), title: caption }),
        },
        { say: "Done." },
      ],
    },
  };
}

function hopProbe(n: number): Probe {
  const crate = ledgers[(n * 3 + 1) % 8]!;
  const states = ["To Do", "In Progress", "Done", "In Review"];
  const wanted = n % 4;
  const ids = ["11", "21", "31", "41"];
  const hops = states.map((name, i) => ({
    id: ids[(i + n) % 4]!,
    name: n % 2 === 0 ? name : `Go ${name}`,
    to: { id: String(10000 + i), name },
  }));
  return {
    name: "hop",
    dialogue: {
      system: "Look up the hops of a crate before you make one.",
      tools: [
        tool("get_crate", { crateKey: str }),
        tool("get_hops", { crateKey: str }),
        tool("make_hop", { crateKey: str, hop: object({ id: str }) }),
      ],
      user: `Move ${crate} to ${states[wanted]}.`,
      turns: [
        { call: { name: "get_hops", arguments: { crateKey: crate } }, answer: JSON.stringify({ hops }) },
        {
          call: { name: "make_hop", arguments: { crateKey: crate, hop: { id: hops[wanted]!.id } } },
          answer: "{}",
        },
        { say: "Done." },
      ],
    },
  };
}

function labelProbe(n: number): Probe {
  const crate = ledgers[(n + 2) % 8]!;
  const cases = [
    ["The login screen is blank.", "auth"],
    ["Checkout takes ten seconds.", "shop"],
    ["The export has wrong totals.", "data"],
    ["A password mail never came.", "auth"],
  ] as const;
  const [text, label] = cases[n % 4]!;
  return {
    name: "label",
    dialogue: {
      system:
        "Labels by words in the text: login or password: auth; cart or checkout: shop; export or import: data.",
      tools: [
        tool("get_crate", { crateKey: str }),
        tool("set_labels", { crateKey: str, labels: { type: "array", items: str } }),
      ],
      user: `Label ${crate} by the guide.`,
      turns: [
        {
          call: { name: "get_crate", arguments: { crateKey: crate } },
          answer: JSON.stringify({ key: crate, text }),
        },
        { call: { name: "set_labels", arguments: { crateKey: crate, labels: [label] } }, answer: "{}" },
        { say: "Done." },
      ],
    },
  };
}

/** Eight conversations of each of the four shapes. */
export function probes(): readonly Probe[] {
  return [childProbe, scrollProbe, hopProbe, labelProbe].flatMap((make) =>
    Array.from({ length: 8 }, (_, n) => make(n)),
  );
}
