/**
 * The program of a thread, by name: beside the module that asks for it when built; sources, which Node 20 cannot run, take
 * the built one of their package.
 *
 * @param from `import.meta.url` of the module that starts the thread.
 */
export function workerScript(name: string, from: string): URL {
  const sources = from.lastIndexOf("/src/");
  return from.endsWith(".ts") ? new URL(`${from.slice(0, sources)}/dist/${name}.js`) : new URL(`${name}.js`, from);
}
