import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export type Files = Readonly<Record<string, { readonly bytes: Uint8Array | string; readonly compress?: boolean }>>;

/** A zip file, stored by default. */
export async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, { bytes, compress = false }] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(bytes), name, { compress });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Where an entry's header begins in the zip's directory. */
export function entryAt(zip: Buffer, name: string): number {
  const at = zip.lastIndexOf(name) - 46;
  if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry ${name}`);
  return at;
}
