// npm run lock: adds to package-lock.json the builds for other platforms that the registry at hand did not offer.
//
// Tools such as Biome and Rolldown ship one optional package per platform. npm leaves out of the lock file those that
// it cannot look up, as behind a mirror that holds only some, and `npm ci` then calls the lock file incomplete. Their
// names and versions are in the lock file all the same, with the package that wants them; what platform each is for is
// in its name.
import { readFileSync, writeFileSync } from "node:fs";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  loong64: "loong64",
  mips64el: "mips64el",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64",
};

const file = process.argv[2] ?? "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version) || found(path, name)) continue;
    const platform = platformOf(name);
    if (platform === undefined) continue;
    lock.packages[`${folderFor(path, name, version)}node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${file}: ${added} packages for other platforms added.`);

/** Whether the package at `path` finds the dependency where Node looks for it. */
function found(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const candidate = lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`];
    if (candidate !== undefined) return candidate.version === lock.packages[path].optionalDependencies[name];
    if (at === "") return false;
  }
}

/** The top, unless another version is there already: then below the package that wants it. */
function folderFor(path, name, version) {
  const top = lock.packages[`node_modules/${name}`];
  return top === undefined || top.version === version ? "" : `${path}/`;
}

function platformOf(name) {
  const parts = name.split("/").pop().split("-");
  if (parts.includes("wasm32")) return { cpu: ["wasm32"] };
  const os = systems.find((system) => parts.includes(system));
  const cpu = parts.map((part) => processors[part]).find((processor) => processor !== undefined);
  if (os === undefined || cpu === undefined) return undefined;
  const libc = os !== "linux" ? {} : { libc: [parts.some((part) => part.startsWith("musl")) ? "musl" : "glibc"] };
  return { cpu: [cpu], os: [os], ...libc };
}
