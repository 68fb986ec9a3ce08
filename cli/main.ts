#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`rvrc: Node ${process.versions.node} is too old.\n  Install Node 20.19 or later.\n`);
  process.exit(2);
}
// A reader that has seen enough (`rvrc explain --all | head`) is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? 0);
  });
}
// Imported only now: on an old Node the rest might not even be read.
const { run } = await import("./program.js");
process.exitCode = await run(process.argv.slice(2));
