// npm test: sets up what the tests need, builds, and runs them on this Node.
// npm run test:newer-node: runs those that the version of Node could change on a newer one.
// Arguments go to vitest: npm test -- packages/dehusk/src/page
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  ensureBench,
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
const unsteady = [];
const onNewerNode = process.argv[2] === "--newer-node";
const chosen = process.argv.slice(onNewerNode ? 3 : 2);

ensureBench();
ensureChromium();
ensureFonts();
ensurePostgres();
ensureRedis();
ensureRuntimes();
const newer = ensureNewerNode();
if (onNewerNode && newer === undefined) process.exit(0);
run(process.execPath, [join(root, "tools", "build.mjs")]);
if (!onNewerNode) runTests(process.execPath, []);
else runTests(newer, ["--project=units"]);
rmSync(reports, { recursive: true });
// Once more at the end, where they are found.
for (const failure of failures) console.log(`FAILED ${failure}`);
for (const file of unsteady) console.log(`PASSED THE SECOND TIME ${file}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function runTests(node, options) {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  console.error(`\nTests on Node ${version}`);
  const first = vitest(node, version, [...options, ...chosen]);
  const failed = first.testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(root, name));
  total.passed += first.numPassedTests;
  if (failed.length === 0) {
    // Vitest fails on errors outside of tests, too.
    if (first.status !== 0) total.failed++;
    return;
  }
  // On a busy machine a browser or a server may miss its time: what fails again on its own counts.
  console.error(`\nOnce more, one at a time: ${failed.join(", ")}`);
  const again = vitest(node, version, ["--maxWorkers=1", ...failed]);
  for (const { name, status, message, assertionResults } of again.testResults) {
    const file = `${relative(root, name)} on Node ${version}`;
    const failedTests = assertionResults.filter((test) => test.status === "failed");
    if (status !== "failed") unsteady.push(file);
    else if (failedTests.length === 0) failures.push(`${file}\n${message}`);
    for (const test of failedTests) failures.push(`${file}: ${test.fullName}\n${test.failureMessages.join("\n")}`);
  }
  // A file that cannot even be loaded has no tests to count.
  total.failed += again.status === 0 ? 0 : Math.max(again.numFailedTests, 1);
}

/** Runs vitest with these arguments: its report and exit code. */
function vitest(node, version, args) {
  const report = join(reports, `${version}.json`);
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  rmSync(report, { force: true });
  const { status } = spawnSync(node, [program, "run", ...reporters, ...args], { cwd: root, stdio: "inherit" });
  return { ...JSON.parse(readFileSync(report, "utf8")), status };
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
