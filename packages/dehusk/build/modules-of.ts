import { fileURLToPath } from "node:url";
import { type RolldownPluginOption, rolldown } from "rolldown";

/** The modules that an entry needs at once, without those that it imports on demand or of which nothing is used. */
export async function modulesOf(entry: URL, plugins: RolldownPluginOption): Promise<Set<string>> {
  const bundle = await rolldown({ input: fileURLToPath(entry), plugins, platform: "neutral", logLevel: "silent" });
  const { output } = await bundle.generate();
  await bundle.close();
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])));
  const found = new Set<string>();
  const waiting = [output[0].fileName];
  // Lengthens while it is walked.
  for (const name of waiting) {
    const { moduleIds = [], imports = [] } = chunks.get(name) ?? {};
    chunks.delete(name);
    for (const id of moduleIds) found.add(id);
    waiting.push(...imports);
  }
  return found;
}
