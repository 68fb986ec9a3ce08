import { expect, it } from "vitest";
import { memoryHost } from "../../host/memory-host.js";
import { createWorkspace, type Workspace } from "../../pipeline/workspace.js";
import { sharedFiles } from "../wrong/cases.js";

const GOOD = '- { id: "7", to: closed }\n';
const BAD = '- { id: "7", to: open }\n';

/** Line and column of what each finding about seed records is related to. */
async function placesOf(workspace: Workspace): Promise<readonly string[]> {
  const { diagnostics, sources } = await workspace.bind(["office.rvr"]);
  return diagnostics.flatMap(({ code, related }) =>
    related.map(({ file, span, message }) => {
      const { line, column } = sources.get(file)!.positionAt(span.start);
      return `${code} ${message} ${file}:${line}:${column}`;
    }),
  );
}

it("follows a record whose place in its file changes while its value does not", async () => {
  const host = memoryHost({ ...sharedFiles(), "moves.yaml": GOOD + BAD });
  const workspace = createWorkspace(host);
  expect(await placesOf(workspace)).toEqual(["RVR4006 this record moves.yaml:2:3"]);
  await host.writeText("moves.yaml", `${GOOD}# The same again.\n\n${BAD}`);
  expect(await placesOf(workspace)).toEqual(["RVR4006 this record moves.yaml:4:3"]);
  expect(await placesOf(workspace)).toEqual(await placesOf(createWorkspace(host)));
});
