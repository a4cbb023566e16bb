import type { FileWindow } from "../read/file-window.ts";

/**
 * Moves to the next occurrence of a magic number.
 *
 * @param least Bytes to buffer before each search.
 * @returns False at the end of the file.
 */
export async function seekMagic(file: FileWindow, magic: Buffer, least: number): Promise<boolean> {
  for (;;) {
    await file.fill(least);
    const found = file.bytes.indexOf(magic);
    if (found >= 0) {
      file.seek(file.position + found);
      return true;
    }
    // The magic number may span the end of the buffer.
    const passed = file.ended ? file.bytes.length : file.bytes.length - magic.length + 1;
    file.seek(file.position + passed);
    if (file.bytes.length === 0 && file.ended) return false;
  }
}
