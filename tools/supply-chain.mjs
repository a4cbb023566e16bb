/**
 * What the packages bring along, from package-lock.json.
 *
 *   node tools/supply-chain.mjs licences        a line for each licence, with the packages under it
 *   node tools/supply-chain.mjs check           exit 1 for entries without a hash, install scripts, licences that users could not accept
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Licences of what users install. */
const accepted = new Set(
  "MIT ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 Python-2.0 Unlicense MPL-2.0 MIT-0".split(
    " ",
  ),
);

/** Packages whose install script npm may run: optional below `@dehusk/cluster`; of the documentation's site, which works without it. */
const scripted = new Set(["msgpackr-extract", "esbuild"]);

/** The installed packages of a lock file; builds for other platforms that were never downloaded are `isForeign`. */
export function lockedPackages(path = "package-lock.json") {
  const { packages } = JSON.parse(readFileSync(root + path, "utf8"));
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes("node_modules/") && !link)
    .map(([place, entry]) => ({
      name: place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length),
      isDev: entry.dev === true || entry.devOptional === true,
      isForeign: entry.optional === true && (entry.os ?? entry.cpu ?? entry.libc) !== undefined && !entry.license,
      ...entry,
    }));
}

/** What is wrong with a lock file, a sentence each. */
export function problemsOf(packages) {
  const problems = [];
  for (const { name, version, integrity, license, hasInstallScript, isDev, isForeign } of packages) {
    const shown = `${name}@${version}`;
    // `npm run lock` adds builds for other platforms by name and version: their hashes are not to be had here.
    if (integrity === undefined && !isForeign) problems.push(`${shown} has no integrity hash.`);
    if (integrity !== undefined && !/^sha512-/.test(integrity))
      problems.push(`${shown} has a weak hash: ${integrity}.`);
    if (hasInstallScript && !scripted.has(name)) problems.push(`${shown} has an install script.`);
    if (!isDev && !isForeign && !isAccepted(license)) problems.push(`${shown} has the licence ${license ?? "(none)"}.`);
  }
  return problems;
}

/** Of "A OR B" one is enough, of "A AND B" all are needed. */
function isAccepted(license = "") {
  const choices = String(license).replace(/[()]/g, "").split(/ OR /);
  return choices.some((choice) => choice.split(/ AND /).every((one) => accepted.has(one.trim())));
}

function listLicences() {
  const groups = new Map();
  for (const { name, version, license = "(none)", isDev, isForeign } of lockedPackages()) {
    if (isForeign) continue;
    const group = groups.get(license) ?? { shipped: [], dev: 0 };
    groups.set(license, group);
    if (isDev) group.dev++;
    else group.shipped.push(`${name}@${version}`);
  }
  for (const [license, { shipped, dev }] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(
      `${license}: ${shipped.length} used, ${dev} for development${shipped.length > 0 ? "\n  " : ""}${shipped.join(", ")}`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === "licences") listLicences();
  else {
    const problems = problemsOf(lockedPackages());
    for (const problem of problems) console.error(problem);
    process.exitCode = problems.length > 0 ? 1 : 0;
  }
}
