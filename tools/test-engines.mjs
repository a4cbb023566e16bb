// npm run test:engines: Dehusk on Spark, Dask and Slurm, with the real ones. Installs what is missing where it can
// (Debian packages if it is root, Python packages into a folder of its own), and skips with a line what it cannot.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "node_modules", ".cache", "engines");
const python = join(folder, "venv", "bin", "python");
const program = `${process.execPath} ${join(root, "packages/dehusk/bin/dehusk.js")}`;
const environment = {
  ...process.env,
  DEHUSK: program,
  SPARK_LOCAL_IP: "127.0.0.1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
};
const packages = [
  "pyspark==4.3.0",
  "pyarrow>=15",
  "pandas>=2,<3",
  "pytest>=8",
  "mypy>=1.10",
  "dask>=2024.1",
  "distributed>=2024.1",
];

const counts = { passed: 0, failed: 0, skipped: 0 };
const seconds = () => Math.round(performance.now() / 1000);

if (!existsSync(join(root, "packages/dehusk/dist/main.js"))) run("npm", ["run", "build"]);
const hasPython = setUpPython();
const hasJava = has("java") || install("openjdk-17-jre-headless", "java");
console.log(`set up in ${seconds()} s: Python ${hasPython}, Java ${hasJava}`);
if (hasPython) {
  step("types of packages/spark", () => run(python, ["-m", "mypy"], { cwd: join(root, "packages/spark") }));
  const tests = ["tests/test_worker.py", "tests/test_examples.py", ...(hasJava ? ["tests/test_spark.py"] : [])];
  const args = ["-m", "pytest", "-q", "-W", "ignore", ...tests];
  step("packages/spark and the Dask example", () => run(python, args, { cwd: join(root, "packages/spark") }));
  if (hasJava) step("snippets of docs", runSnippets);
  if (!hasJava) skip("Spark", "there is no Java, and it cannot be installed here");
} else skip("Spark and Dask", "there is no Python 3.9 with venv, or its packages cannot be installed here");
if (process.getuid?.() !== 0) skip("Slurm", "a cluster of one node needs root");
else if ((has("slurmctld") && has("munged")) || install("slurm-wlm munge", "slurmctld")) {
  step("the Slurm example", () => run("sh", ["tests/engines/slurm.sh", program]));
} else skip("Slurm", "it cannot be installed here");
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
console.log(`all in ${seconds()} s`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** With the Python that has the packages first on the path. */
function runSnippets() {
  const env = { ...environment, DEHUSK_TEST_ENGINES: "1", PATH: `${join(folder, "venv", "bin")}:${process.env.PATH}` };
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return run(process.execPath, [vitest, "run", "tests/docs/snippets.test.ts"], { env });
}

function step(name, work) {
  const start = performance.now();
  const isDone = work();
  // A busy machine is no fault of the engine or of ours.
  if (isDone === null) return skip(name, "it could not start here, or took longer than 15 minutes");
  counts[isDone ? "passed" : "failed"]++;
  console.log(`${isDone ? "passed" : "FAILED"}: ${name} (${Math.round((performance.now() - start) / 1000)} s)`);
}

function skip(name, reason) {
  counts.skipped++;
  console.log(`skipped: ${name}: ${reason}`);
}

/** Whether Python is there with all packages; made anew when the list of packages has changed. */
function setUpPython() {
  const stamp = join(folder, "stamp");
  const pyproject = readFileSync(join(root, "packages/spark/pyproject.toml"));
  const wanted = createHash("sha256").update(JSON.stringify(packages)).update(pyproject).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  const isNew = (name) =>
    run(name, ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))"], { stdio: "ignore" });
  if (!isNew("python3") && !(install("python3 python3-venv", "python3") && isNew("python3"))) return false;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isReady =
    run("python3", ["-m", "venv", join(folder, "venv")]) &&
    run(python, ["-m", "pip", "install", "-q", ...packages]) &&
    run(python, ["-m", "pip", "install", "-q", "--no-deps", "-e", join(root, "packages/spark")]);
  if (isReady) writeFileSync(stamp, wanted);
  return isReady;
}

function install(names, command) {
  if (process.getuid?.() !== 0 || !has("apt-get")) return false;
  const options = {
    env: { ...environment, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "inherit"],
  };
  const add = ["install", "-y", "-qq", "--no-install-recommends", ...names.split(" ")];
  return (
    (run("apt-get", add, options) || (run("apt-get", ["update", "-qq"], options) && run("apt-get", add, options))) &&
    has(command)
  );
}

function has(command) {
  return spawnSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" }).status === 0;
}

/** Runs a program; whether it succeeded, null if it took too long or says by exit code 77 that it cannot run here. */
function run(command, args, options = {}) {
  const settings = {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 900_000,
    ...options,
  };
  const { status, error } = spawnSync(command, args, settings);
  return status === 77 || error?.code === "ETIMEDOUT" ? null : status === 0;
}
