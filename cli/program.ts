import { Command, CommanderError, InvalidArgumentError } from "commander";
import { COMPILER_VERSION } from "../compiler/pipeline/version.js";
import { countFindings, diagnosticsAsJson, printDiagnostics } from "./output/diagnostics.js";
import { EXIT, type ExitCode } from "./output/exit-codes.js";
import { Interrupted } from "./output/interrupt.js";
import { type Output, standardOutput } from "./output/streams.js";
import { FindingsError } from "./project/findings-error.js";
import { isUsageError } from "./project/usage.js";

const HELP_HINT = "Run `rvrc --help` or `rvrc COMMAND --help`.";

/**
 * Runs one command line and answers with its exit code. Commands are imported when they are needed, so that
 * `rvrc compile` never loads TensorFlow.js.
 */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const output = standardOutput();
  let code: ExitCode = EXIT.ok;
  const program = build(output, (result) => {
    code = result;
  });
  const json = args.includes("--json");
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return report(output, error, json);
  }
}

function report(output: Output, error: unknown, json: boolean): ExitCode {
  const refuse = (message: string, remedy: string) => {
    if (json) output.data(JSON.stringify({ version: 1, ok: false, error: message, remedy }));
    output.note(`rvrc: ${message}\n  ${remedy}`);
    return EXIT.usage;
  };
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    // Commander has told people already.
    const [message = "", ...rest] = error.message.replace(/^error: /u, "").split("\n");
    const remedy = [...rest, HELP_HINT].join(" ");
    if (json) output.data(JSON.stringify({ version: 1, ok: false, error: message, remedy }));
    return EXIT.usage;
  }
  if (isUsageError(error)) return refuse(error.message, error.remedy);
  if (error instanceof Interrupted) {
    output.note(
      "rvrc: stopped; every file is whole, the old one or the new one. Run the same command again.",
    );
    return EXIT.interrupted;
  }
  if (error instanceof FindingsError) {
    if (json) {
      const diagnostics = diagnosticsAsJson(error.diagnostics, error.sources);
      output.data(JSON.stringify({ version: 1, ok: false, diagnostics }));
    }
    printDiagnostics(output, error.diagnostics, error.sources, { quiet: true });
    output.note(countFindings(error.diagnostics));
    return EXIT.findings;
  }
  if (error instanceof Error && error.name === "HostError") {
    return refuse(
      error.message,
      "Run rvrc in the project's folder, and name files inside it that can be read.",
    );
  }
  if (isSystemError(error)) {
    return refuse(error.message, "Check the path, its permissions and the space on the disk.");
  }
  output.note(
    "rvrc: this is a bug of rvrc. Please report it with the lines below and the files that led to it.",
  );
  output.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.bug;
}

/** Trouble with the disk is nobody's bug. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function build(output: Output, done: (code: ExitCode) => void): Command {
  const program = new Command("rvrc")
    .description(
      "Compiles scenario and reward files over OpenAPI documents into environments, checkers and training.",
    )
    .version(COMPILER_VERSION)
    .exitOverride()
    .showSuggestionAfterError(true)
    .showHelpAfterError(HELP_HINT)
    .configureOutput({ writeErr: (text) => output.note(text.trimEnd()) })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 findings or failing tests, 2 wrong usage, 70 a bug, 130 interrupted.\nEvery command takes --json: data on standard output, the rest on standard error.",
    );

  command(program, "init", "make a project with one scenario that compiles, passes its tests and trains")
    .argument("[dir]", "folder of the project", ".")
    .action(async (folder: string, flags) => {
      done(await (await import("./commands/init.js")).runInit(output, folder, flags));
    });

  command(program, "compile", "compile scenario files into a folder of generated code")
    .argument("<path...>", "`.rvr` files, or folders with some below them")
    .option("--out <dir>", "folder of generated code (default: generated, in the project's folder)")
    .option("--check", "write nothing; fail when the files on disk are stale")
    .option("--strict", "fail when a scenario's default reward has no certificate of the audit")
    .option("--watch", "compile again whenever a source changes, until Ctrl-C")
    .option("--poll", "with --watch: look at the sources regularly, for file systems that report no changes")
    .option("--sarif <file>", "write the findings to this file, in SARIF 2.1.0 form")
    .addHelpText(
      "after",
      "\nExamples:\n  rvrc compile scenarios/\n  rvrc compile scenarios/ --check\n  rvrc compile scenarios/ --watch",
    )
    .action(async (paths: string[], flags) => {
      done(
        flags.watch === true
          ? await (await import("./commands/watch.js")).runWatch(output, paths, flags)
          : await (await import("./commands/compile.js")).runCompile(output, paths, flags),
      );
    });

  command(program, "check", "report what is wrong, and write nothing")
    .argument("<path...>", "`.rvr` files, or folders with some below them")
    .option("--fix", "apply the fixes that the findings carry")
    .option("--sarif <file>", "write the findings to this file, in SARIF 2.1.0 form")
    .action(async (paths: string[], flags) => {
      done(await (await import("./commands/check.js")).runCheck(output, paths, flags));
    });

  command(program, "format", "bring files into the canonical layout")
    .argument("<path...>", "`.rvr` files, or folders with some below them; - for standard input to output")
    .option("--check", "write nothing; list the files that would change, and fail when there are any")
    .action(async (paths: string[], flags) => {
      done(await (await import("./commands/format.js")).runFormat(output, paths, flags));
    });

  command(program, "test", "run the `test` blocks")
    .argument("<path...>", "`.rvr` files, or folders with some below them")
    .action(async (paths: string[], flags) => {
      done(await (await import("./commands/test.js")).runTest(output, paths, flags));
    });

  command(program, "audit", "decide what a reward cannot be fooled into, with witnesses and a certificate")
    .argument("<path...>", "`.rvr` files, or folders with some below them")
    .option("--reward <name>", "reward to audit; each scenario's default when absent")
    .option("--all", "audit every reward of each scenario")
    .option(
      "--mutants <n>",
      "change the reward in n places, one at a time, and see whether its tests notice",
      wholeNumber,
    )
    .option(
      "--write-tests",
      "put the witnesses into the scenario files, as tests that fail until it is repaired",
    )
    .option("--episodes <file>", "score the saved episodes of a run too; - for standard input")
    .option("--out <dir>", "folder of generated code, where certificates go (default: generated)")
    .addHelpText(
      "after",
      "\nExamples:\n  rvrc audit scenarios/\n  rvrc audit scenarios/ --episodes runs/a/episodes.jsonl\n  rvrc audit scenarios/ --reward paper_literal",
    )
    .action(async (paths: string[], flags) => {
      done(await (await import("./commands/audit.js")).runAudit(output, paths, flags));
    });

  command(program, "synth", "write a scenario for every mutating operation of an API document")
    .argument("<document>", "OpenAPI or Swagger document, within the project")
    .option("--operations <glob>", "operations by id; * stands for any text (default: all)")
    .option("--out <dir>", "folder of the scenarios (default: scenarios/ and the document's name)")
    .option("--seed <n>", "seed of names and values (default: 1)", wholeNumber)
    .option("--no-audit", "compile and test the scenarios, and leave the audit for later")
    .option("--force", "write over files that were changed")
    .addHelpText(
      "after",
      "\nExamples:\n  rvrc synth openapi/jira.yaml\n  rvrc synth openapi/jira.yaml --operations 'create*' --out scenarios/jira",
    )
    .action(async (document: string, flags) => {
      done(await (await import("./commands/synth.js")).runSynth(output, document, flags));
    });

  command(program, "infer", "the resources that an API document speaks of, why, and a world that keeps them")
    .argument("<document>", "OpenAPI or Swagger document, within the project")
    .option("--resource <name>", "everything about one of them")
    .option("--check", "create a record of each in the inferred world, and read it back")
    .option("--out <dir>", "write the world and its seeds there")
    .option("--records <n>", "records in each seed (default: 12)", wholeNumber)
    .option("--seed <n>", "seed of their values (default: 1)", wholeNumber)
    .option("--force", "write over files that were changed")
    .addHelpText(
      "after",
      "\nExamples:\n  rvrc infer openapi/jira.yaml --resource Issue\n  rvrc infer openapi/jira.yaml --check --out scenarios/worlds",
    )
    .action(async (document: string, flags) => {
      done(await (await import("./commands/infer.js")).runInfer(output, document, flags));
    });

  command(program, "tools", "the operations of an API document as tools, and who would refuse them")
    .argument("<document>", "OpenAPI or Swagger document, or a `.rvr` file whose tools are looked at")
    .option("--operations <glob>", "operations by id, tools of a scenario by name; * stands for any text")
    .option("--view <name>", "canonical ({path, query, header, body}) or flat (default: flat)")
    .option("--flavour <name>", "plain or strict (default: plain, and with --provider what it asks for)")
    .option(
      "--provider <name>",
      "openai-strict, openai-plain, anthropic, gemini, mcp or all: what is refused",
    )
    .option("--out <file>", "write the tools and the way back to the canonical call to this file")
    .addHelpText(
      "after",
      "\nExamples:\n  rvrc tools openapi/jira.yaml --flavour strict --out tools.json\n  rvrc tools openapi/jira.yaml --operations 'create*' --provider all\n  rvrc tools scenarios/subtask-creation.rvr --provider all",
    )
    .action(async (document: string, flags) => {
      done(await (await import("./commands/tools.js")).runTools(output, document, flags));
    });

  command(program, "diff", "what a new version of an API document breaks")
    .argument("<old>", "the document as scenarios name it")
    .argument("<new>", "its new version, within the project")
    .argument("[path...]", "scenario files or folders: what of them no longer holds")
    .option("--all", "show compatible changes, too")
    .action(async (before: string, after: string, paths: string[], flags) => {
      done(await (await import("./commands/diff.js")).runDiff(output, before, after, paths, flags));
    });

  command(program, "trajectories", "episodes that solve their tasks the right way, checked one by one")
    .argument("<path...>", "scenario files or folders")
    .option("--split <name>", "split that tasks are taken from (default: train)")
    .option("--per-task <n>", "orders of the same calls, at most (default: 1)", wholeNumber)
    .option("--reward <name>", "reward that must be 1 (default: the scenario's own)")
    .option("--out <file>", "episode file to write; without it, lines go to standard output")
    .addHelpText("after", "\nExample:\n  rvrc trajectories scenarios/ --per-task 2 --out runs/base.jsonl")
    .action(async (paths: string[], flags) => {
      done(await (await import("./commands/trajectories.js")).runTrajectories(output, paths, flags));
    });

  command(program, "score", "score saved episodes again, term by term")
    .argument("<scenario>", "a compiled scenario, or a `.rvr` file")
    .option("--trace <file>", "episodes, one JSON object a line; - for standard input (needed)")
    .option("--reward <name>", "reward to score with; the scenario's default when absent")
    .addHelpText(
      "after",
      "\nExample:\n  rvrc score cross_product --reward paper_compat --trace episodes.jsonl --json",
    )
    .action(async (scenario: string, flags) => {
      done(await (await import("./commands/score.js")).runScore(output, scenario, flags));
    });

  command(program, "train", "train a policy with GRPO against compiled environments")
    .argument("<scenario...>", "compiled scenarios, or `.rvr` files")
    .option("--policy <dir>", "model folder in Hugging Face form, or `embedded`")
    .option("--engine <name>", "auto, native, wasm or cpu", "auto")
    .option("--reward <name>", "reward to train on")
    .option("--system <variant>", "system text: bare or hinted")
    .option("--steps <n>", "batches at most", wholeNumber)
    .option("--seed <n>", "seed of everything random", wholeNumber)
    .option("--threads <n>", "threads of the wasm engine", positiveNumber)
    .option("--target <reward>", "stop when the mean training reward reaches it", realNumber)
    .option("--eval-tasks <n>", "held-out tasks of the last evaluation (default: 200)", wholeNumber)
    .option("--preflight <n>", "episodes of the base policy to look at first (default: 48)", wholeNumber)
    .option("--out <dir>", "folder of the run (default: runs/<scenario>-<seed>)")
    .option("--resume <dir>", "continue the run in this folder")
    .addHelpText("after", "\nExample:\n  rvrc train subtask_creation --seed 1")
    .action(async (scenarios: string[], flags) => {
      done(await (await import("./commands/train.js")).runTrain(output, scenarios, flags));
    });

  command(program, "play", "step through an episode by hand")
    .argument("<scenario>", "a compiled scenario, or a `.rvr` file")
    .option("--task <id>", "task to play, e.g. heldout/3")
    .option("--reward <name>", "reward to score with")
    .option("--out <file>", "append the episode to this file")
    .action(async (scenario: string, flags) => {
      done(await (await import("./commands/play.js")).runPlay(output, scenario, flags));
    });

  command(program, "lsp", "language server on standard input and output, for editors")
    .option("--stdio", "accepted, since editors pass it: there is no other way to talk")
    // Editors add what they please, such as `--clientProcessId=1`.
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => {
      done(await (await import("./commands/lsp.js")).runLsp());
    });

  command(program, "grammar", "the syntax of `.rvr` files, for tools and editors")
    .option("--format <name>", "ebnf or json", "ebnf")
    .action(async (flags) => {
      done((await import("./commands/grammar.js")).runGrammar(output, flags));
    });

  command(program, "explain", "what a diagnostic means, or where a resource of a world comes from")
    .argument("[subject]", "a code such as RVR3001, or a resource of a world such as desk.Ticket")
    .option("--all", "every code")
    .action(async (subject: string | undefined, flags) => {
      done(await (await import("./commands/explain.js")).runExplain(output, subject, flags));
    });

  command(program, "doctor", "what works on this machine, and what to run for the rest").action(
    async (flags) => {
      done(await (await import("./commands/doctor.js")).runDoctor(output, flags));
    },
  );
  return program;
}

function command(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).option("--json", "machine-readable output");
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("A whole number is needed.");
}

function positiveNumber(text: string): number {
  const value = wholeNumber(text);
  if (value > 0) return value;
  throw new InvalidArgumentError("A number from 1 is needed.");
}

function realNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("A number is needed.");
}
