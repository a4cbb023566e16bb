// npm test: sets up what the tests need, builds, and runs them on this Node, and most of them on a newer one.
// Arguments go to vitest: npm test -- packages/dehusk/src/page
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  ensureChromium,
  ensureFonts,
  ensureNewerNode,
  ensurePostgres,
  ensureRedis,
  ensureRuntimes,
} from "./set-up-tests.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "dehusk-test-"));
const total = { passed: 0, failed: 0 };
const failures = [];

ensureChromium();
ensureFonts();
ensurePostgres();
ensureRedis();
ensureRuntimes();
const newer = ensureNewerNode();
run(process.execPath, [join(root, "tools", "build.mjs")]);
runTests(process.execPath, []);
// What takes long and has little to do with the version of Node is tried on one.
const onOneNode = [
  "**/*.chromium.test.ts",
  "**/*hostile*.test.ts",
  "**/*-crash.test.ts",
  "{examples,fuzz,tests}/**/*.test.ts",
  "packages/{cluster,lab,server}/**/*.test.ts",
  "packages/dehusk/src/cli/**/!(examples).test.ts",
  "packages/dehusk/src/{apps,detect,graph,incremental,learn,segment,site,smooth,train}/**/*.test.ts",
];
if (newer !== undefined) runTests(newer, onOneNode);
rmSync(reports, { recursive: true });
// Once more at the end, where they are found.
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function runTests(node, leftOut) {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  console.error(`\nTests on Node ${version}`);
  const report = join(reports, `${version}.json`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const exclude = leftOut.flatMap((pattern) => ["--exclude", pattern]);
  if (exclude.length > 0) exclude.push("--passWithNoTests");
  const { status } = spawnSync(node, [vitest, "run", ...reporters, ...exclude, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  const { numPassedTests, numFailedTests, success, testResults } = JSON.parse(readFileSync(report, "utf8"));
  for (const { name, status: outcome, message, assertionResults } of testResults) {
    const file = `${relative(root, name)} on Node ${version}`;
    const failed = assertionResults.filter((test) => test.status === "failed");
    for (const test of failed) failures.push(`${file}: ${test.fullName}\n${test.failureMessages.join("\n")}`);
    if (failed.length === 0 && outcome === "failed") failures.push(`${file}\n${message}`);
  }
  total.passed += numPassedTests;
  // A file that cannot even be loaded has no tests to count.
  total.failed += numFailedTests > 0 || (success && status === 0) ? numFailedTests : 1;
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
