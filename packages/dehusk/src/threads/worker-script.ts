/**
 * URL of a worker's script. Built code has it next to the importing module; sources, which Node 20 cannot run, use the
 * built script of their package.
 *
 * @param from `import.meta.url` of the module that starts the worker.
 */
export function workerScript(name: string, from: string): URL {
  const sources = from.lastIndexOf("/src/");
  return from.endsWith(".ts") ? new URL(`${from.slice(0, sources)}/dist/${name}.js`) : new URL(`${name}.js`, from);
}
