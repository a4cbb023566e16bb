import { crc32 } from "node:zlib";

/** The upper half of code page 437, in which names are that do not say otherwise. */
const upper437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** Maximum bytes of a name, so that 100,000 entries with the longest names do not fill memory. */
export const longestName = 1024;

/**
 * The name of an entry, with slashes between its folders.
 *
 * @param unicode What the extra field "Info-ZIP Unicode Path" holds.
 */
export function decodeName(bytes: Buffer, isUtf8: boolean, unicode: Buffer | undefined): string {
  return decode(bytes, isUtf8, unicode).replaceAll("\\", "/");
}

/** What is wrong with a name; undefined for one that stays inside its folder. */
export function nameProblem(name: string, length: number): string | undefined {
  if (length > longestName) return `its name is longer than ${longestName} bytes`;
  if (name.includes("\0")) return "its name has a NUL character";
  if (/^(?:[a-z]:|\/)/i.test(name)) return "its name is an absolute path";
  if (name.split("/").includes("..")) return 'its name has the part ".."';
  return undefined;
}

function decode(bytes: Buffer, isUtf8: boolean, unicode: Buffer | undefined): string {
  // Version 1, and made for this very name.
  if (unicode !== undefined && unicode.length > 5 && unicode[0] === 1 && unicode.readUInt32LE(1) === crc32(bytes)) {
    return unicode.toString("utf8", 5);
  }
  return isUtf8
    ? bytes.toString("utf8")
    : bytes.toString("latin1").replace(/[\x80-\xff]/g, (c) => upper437[c.charCodeAt(0) - 0x80] as string);
}
