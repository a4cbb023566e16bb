import { DehuskError } from "./dehusk-error.ts";

/**
 * Loads an optional dehusk package.
 *
 * @param specifier Such as "@dehusk/server/command".
 * @param use What needs it, for the error message.
 * @throws DehuskError `bad-option` with the command that installs it.
 */
export async function loadPackage<Exports>(specifier: string, use: string): Promise<Exports> {
  return loadModule(specifier, specifier.split("/", 2).join("/"), use);
}

/** The same for a module of any package. */
export async function loadModule<Exports>(specifier: string, name: string, use: string): Promise<Exports> {
  try {
    return await import(/* @vite-ignore */ specifier);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${name}'`)) throw error;
    throw new DehuskError("bad-option", `${use} needs the package ${name}: ${installing(name)}`, { cause: error });
  }
}

/** How to install a package beside this one: globally, unless this one belongs to the folder it is run in. */
function installing(name: string): string {
  const [, home = ""] = /^file:\/\/(?:\/(?=\w:))?(.*)\/node_modules\//.exec(import.meta.url) ?? [];
  const isLocal = home === "" || `${process.cwd().replaceAll("\\", "/")}/`.startsWith(`${decodeURI(home)}/`);
  return `npm install ${isLocal ? "" : "--global "}${name}`;
}
