import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.js";
import type { CompiledScenario } from "../../../runtime/abi/scenario.js";
import * as runtime from "../../../runtime/index.js";
import { memoryHost } from "../../host/memory-host.js";
import { type CompileResult, compileScenarios } from "../../pipeline/compile.js";

/** A board of cards, and mail about them: two services that share nothing. */
const BOARD = `
openapi: 3.0.3
info: { title: Board, version: "1" }
paths:
  /cards/{key}:
    get:
      operationId: getCard
      summary: Read a card.
      tags: [cards]
      parameters: [{ name: key, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: The card., content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } }
        "404": { description: No such card. }
    post:
      operationId: moveCard
      summary: Move a card.
      tags: [cards]
      parameters: [{ name: key, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [state], properties: { state: { type: string } }, additionalProperties: false }
      responses:
        "204": { description: Moved. }
        "409": { description: No such step. }
  /cards:
    post:
      operationId: createCard
      summary: Create a card.
      tags: [cards]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: { type: string }
                priority: { type: string, enum: [low, middle, high] }
                labels: { type: array, items: { type: string } }
                parent: { type: object, properties: { key: { type: string } }, additionalProperties: false }
              additionalProperties: false
      responses:
        "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } }
components:
  schemas:
    Card:
      type: object
      properties:
        key: { type: string }
        title: { type: string }
        state: { type: string, enum: [open, doing, done, dropped] }
        priority: { type: string }
        labels: { type: array, items: { type: string } }
        parent: { type: object, properties: { key: { type: string } } }
      additionalProperties: false
`;

const MAIL = `
openapi: 3.1.0
info: { title: Mail, version: "1" }
paths:
  /mails:
    post:
      operationId: sendMail
      summary: Send a mail.
      tags: [mail]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [to, text]
              properties: { to: { type: string }, text: { type: string } }
              additionalProperties: false
      responses:
        "202": { description: Taken. }
        "400": { description: Refused. }
`;

const CARDS = `- { key: C-1, title: Login, state: open, priority: low }
- { key: C-2, title: Logout, state: doing, priority: high }
- { key: C-3, title: Search, state: open, priority: low }
- { key: C-4, title: Export, state: done, priority: middle }
`;

const WORLD = `
api board from "board.yaml"
api mail from "mail.yaml"

world office {
  resource Card: board.Card {
    key key
    seed "cards.yaml"
    computed key
    {flow}
  }
  resource Mail { key id computed id }
  invalid board else 400 { error: violation.message }
  invalid mail else 422 { error: violation.message }
  on board.getCard {
    let card = Card(path.key)
    require card is present else 404 { error: "no such card" }
    respond 200 card
  }
  on board.createCard {
    create Card { key: "C-{serial(Card) + 1}", state: "open", ...body } as card
    respond 201 card
  }
  on board.moveCard {
    let card = Card(path.key)
    require card is present else 404 { error: "no such card" }
    {move}
    respond 204
  }
  on mail.sendMail {
    create Mail { id: "{serial(Mail)}", to: body.to, text: body.text }
    respond 202 {}
  }
}
`;

/** Parts of the board that a test may replace. */
export interface BoardParts {
  readonly imports?: string;
  readonly flow?: string;
  readonly move?: string;
  readonly tools?: string;
  /** Items of the task besides its variable, its prompt and its splits. */
  readonly task?: string;
  readonly reward?: string;
  readonly rest?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const TOOLS = `
    get_card = board.getCard
    create_card = board.createCard
    move_card = board.moveCard
    send_mail = mail.sendMail`;

const REWARD = `reward sound {
    derive slots
    derive penalties
  }`;

/** A file with one scenario on the board. */
export function boardFile(parts: BoardParts = {}): string {
  const world = WORLD.replace("{flow}", parts.flow ?? "").replace(
    "{move}",
    parts.move ?? "update card { state: body.state }",
  );
  return `${world}${parts.imports ?? ""}
scenario cards "Work on cards" {
  world office
  tools {${parts.tools ?? TOOLS}
  }
  system "You work on the board."
  task work {
    given card: Card
    prompt "See {card.key}."
    ${parts.task ?? `gold create_card { title = "Fix {card.key}" }`}
    split train from "train.yaml"
    split heldout from "heldout.yaml"
  }
  ${parts.reward ?? REWARD}
  ${parts.rest ?? ""}
}
`;
}

/** The project of such a file, by path. */
export function boardHost(parts: BoardParts = {}): Readonly<Record<string, string>> {
  return {
    "board.yaml": BOARD,
    "mail.yaml": MAIL,
    "cards.yaml": CARDS,
    "train.yaml": "- { card: C-1 }\n- { card: C-2 }\n",
    "heldout.yaml": "- { card: C-3 }\n",
    "cards.rvr": boardFile(parts),
    ...parts.files,
  };
}

/** Compiles the scenario, replays its gold and runs its tests; nothing is printed but what is run. */
export function compileBoard(parts: BoardParts = {}): Promise<CompileResult> {
  const host = memoryHost(boardHost(parts));
  return compileScenarios({
    host,
    paths: ["cards.rvr"],
    out: "generated",
    runtime,
    emit: false,
    replay: true,
  });
}

/** The compiled scenario; fails with the findings where there is none. */
export async function board(parts: BoardParts = {}): Promise<CompiledScenario> {
  const { scenarios, diagnostics } = await compileBoard(parts);
  const compiled = scenarios[0]?.compiled;
  if (compiled === undefined || diagnostics.some(({ severity }) => severity === "error")) {
    throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  }
  return compiled;
}

/** Each finding as `CODE "text it points at"`. */
export async function boardFindings(parts: BoardParts = {}): Promise<string[]> {
  const { diagnostics, sources } = await compileBoard(parts);
  return diagnostics.map((one) => pointed(one, sources.get(one.file)?.text ?? ""));
}

function pointed(one: Diagnostic, text: string): string {
  return `${one.code} ${JSON.stringify(text.slice(one.span.start, one.span.end).slice(0, 60))}`;
}
