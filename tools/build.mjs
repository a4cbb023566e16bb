// npm run build: builds all packages, types included. As a module, `buildAll` also serves tools/build-if-stale.mjs.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/** In this order: what others are built with comes first. */
export const packageNames = ["dehusk", "server", "cluster", "lab"];

/** Builds `dist/` of each package into a folder beside it, then puts it in place whole. */
export async function buildAll({ dts }) {
  const { build: tsdown } = await import("tsdown");
  const { build: vite } = await import("vite");
  for (const name of packageNames) {
    const folder = join(packages, name);
    const fresh = join(folder, `.build-${process.pid}`);
    const dist = join(folder, "dist");
    try {
      await tsdown({ cwd: folder, outDir: fresh, logLevel: "error", ...(dts ? {} : { dts: false }) });
      if (name === "dehusk") {
        writeModels(join(folder, "models"), join(fresh, "models"));
        writeUnpacked(fresh);
        writeLicences(folder, join(fresh, "THIRD-PARTY-LICENSES.txt"));
      }
      if (name === "server") {
        const inspector = join(folder, "inspector");
        await vite({ root: inspector, logLevel: "error", build: { outDir: join(fresh, "inspector") } });
      }
      rmSync(dist, { recursive: true, force: true });
      renameSync(fresh, dist);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  // The commands of all packages have theirs in one place.
  if (dts) writeManPages(join(packages, "dehusk", "dist"));
}

function writeManPages(dist) {
  const { version } = readJson(join(dist, "..", "package.json"));
  const code = `import { mkdirSync, writeFileSync } from "node:fs";
    import { manPages } from ${JSON.stringify(pathToFileURL(join(dist, "internal-cli.js")).href)};
    mkdirSync(${JSON.stringify(join(dist, "man"))});
    for (const [name, text] of Object.entries(await manPages(${JSON.stringify(version)})))
      writeFileSync(${JSON.stringify(join(dist, "man"))} + "/" + name, text);`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
}

/** Each model as a module, which all builds share. Parsing a string is faster than compiling an object of that size. */
function writeModels(from, to) {
  mkdirSync(to);
  for (const file of readdirSync(from)) {
    const text = JSON.stringify(JSON.parse(readFileSync(join(from, file), "utf8")));
    const code = `export default JSON.parse(${JSON.stringify(text)});\n`;
    writeFileSync(join(to, `${basename(file, ".json")}.js`), code);
  }
}

/** The default model unpacked, by the code that was built. In a process of its own: this one may build again. */
function writeUnpacked(folder) {
  const code = `import { writeFileSync } from "node:fs";
    import { unpackedDefault } from ${JSON.stringify(pathToFileURL(join(folder, "internal-detect.js")).href)};
    writeFileSync(${JSON.stringify(join(folder, "models", "default.bin"))}, unpackedDefault());`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
}

/** The licences of the dependencies that are bundled, and of theirs. */
function writeLicences(folder, file) {
  const parts = [];
  const { dependencies, devDependencies } = readJson(join(folder, "package.json"));
  const waiting = Object.keys({ ...dependencies, ...devDependencies });
  for (const name of waiting) {
    const home = join(packages, "..", "node_modules", name);
    const { version, dependencies = {} } = readJson(join(home, "package.json"));
    waiting.push(...Object.keys(dependencies).filter((each) => !waiting.includes(each)));
    const licence = readdirSync(home).find((each) => /^licen[cs]e/i.test(each));
    if (licence === undefined) throw new Error(`${name} has no file with its licence.`);
    parts.push(`${name} ${version}\n\n${readFileSync(join(home, licence), "utf8").trim()}\n`);
  }
  writeFileSync(file, parts.join(`\n${"-".repeat(80)}\n\n`));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildAll({ dts: true });
