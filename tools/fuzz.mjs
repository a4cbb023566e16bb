// npm run fuzz -- --seconds 3600 --seed 7: random inputs to every way into the product, for as long as you like.
// --target writers chooses one of them, --inputs 1000 ends each after so many, --only 123 makes one input again.
// fuzz/main.ts has the list.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { buildAll } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = `${root}node_modules/.dehusk-fuzz-${process.pid}.mjs`;
process.chdir(root);
// The command line and the service run as built.
await buildAll({ dts: false });
const bundle = await rolldown({
  input: `${root}fuzz/main.ts`,
  platform: "node",
  external: (id) => /^[^./]/.test(id) && !/^@?dehusk/.test(id),
  resolve: { tsconfigFilename: `${root}tsconfig.json` },
  logLevel: "silent",
});
await bundle.write({ file, codeSplitting: false });
await bundle.close();
try {
  await import(file);
} finally {
  rmSync(file, { force: true });
}
