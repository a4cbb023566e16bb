/** Installs the peers of other languages into peers.local/: a Python environment, and jars with a compiled program. */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));
const FOLDER = fileURLToPath(new URL("../peers.local/", import.meta.url));
const JARS = [
  "de.l3s.boilerpipe:boilerpipe:1.1.0",
  "net.sourceforge.nekohtml:nekohtml:1.9.22",
  "xerces:xercesImpl:2.12.2",
];

/**
 * Installs what is missing, each package separately, so that one failure does not affect the others.
 *
 * @param {(line: string) => void} say gets a line for what cannot be installed
 */
export function setUpPeers(say) {
  mkdirSync(FOLDER, { recursive: true });
  setUpPython(say);
  setUpJava(say);
}

function setUpPython(say) {
  const python = join(FOLDER, "venv/bin/python");
  if (!existsSync(python) && !runs("python3", ["-m", "venv", join(FOLDER, "venv")])) {
    return say("skipped: the Python peers: python3 with venv is not there");
  }
  const wanted = readFileSync(join(SOURCE, "requirements.txt"), "utf8").split("\n").filter(Boolean);
  const stamp = join(FOLDER, "python.json");
  const done = existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")) : [];
  if (done.length === 0) runs(python, ["-m", "pip", "install", "-q", "-U", "pip"]);
  for (const name of wanted.filter((each) => !done.includes(each))) {
    if (runs(python, ["-m", "pip", "install", "-q", name])) done.push(name);
    else say(`skipped: ${name} cannot be installed`);
  }
  writeFileSync(stamp, JSON.stringify(done));
}

function setUpJava(say) {
  const folder = join(FOLDER, "java");
  if (existsSync(join(folder, "AnswerPages.class"))) return;
  if (!runs("javac", ["-version"]) || !runs("mvn", ["-v"]))
    return say("skipped: boilerpipe: javac or mvn is not there");
  mkdirSync(folder, { recursive: true });
  for (const jar of JARS) {
    const copy = ["-q", "-B", "dependency:copy", `-Dartifact=${jar}`, `-DoutputDirectory=${folder}`];
    if (!runs("mvn", copy)) return say(`skipped: boilerpipe: ${jar} cannot be installed`);
  }
  copyFileSync(join(SOURCE, "AnswerPages.java"), join(folder, "AnswerPages.java"));
  const args = ["-cp", `${folder}/*`, "-d", folder, join(folder, "AnswerPages.java")];
  if (!runs("javac", args)) say("skipped: boilerpipe: its program does not compile");
}

/** Whether a program succeeded. */
function runs(command, args) {
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore"], cwd: FOLDER }).status === 0;
}
