import { createHash } from "node:crypto";
import { join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { WholeFile } from "../../corpus/index.ts";
import { type Extraction, listImages } from "../../extract/index.ts";
import { fetchChecked } from "../../fetch/index.ts";
import type { Console } from "../output/console.ts";

/** File endings by types of pictures; others are not saved. */
const endings: Readonly<Record<string, string>> = {
  "image/apng": "apng",
  "image/avif": "avif",
  "image/bmp": "bmp",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/tiff": "tif",
  "image/webp": "webp",
  "image/x-icon": "ico",
};

/** Most images of a page: each may be large, or slow. */
const mostImages = 1000;

export interface SaveImagesOptions {
  readonly folder: string;
  /** Largest picture, in bytes. */
  readonly limitBytes: number;
  /** Longest time for a picture. */
  readonly milliseconds: number;
  readonly userAgent: string;
  readonly addresses: ((address: string) => boolean) | undefined;
  readonly console: Console;
}

/**
 * Fetches the images of a page's content into a folder, one after the other; warns about those that fail.
 *
 * @returns For each address, the path of its file.
 */
export async function saveImages(result: Extraction, options: SaveImagesOptions): Promise<Map<string, string>> {
  const saved = new Map<string, string>();
  const urls = [...new Set(listImages(result).map(({ url }) => url))].filter((url) => /^https?:/.test(url));
  if (urls.length > mostImages) options.console.warn(`Only ${mostImages} of ${urls.length} images are saved.`);
  for (const url of urls.slice(0, mostImages)) {
    try {
      saved.set(url, await saveImage(url, options));
    } catch (error) {
      if (!(error instanceof DehuskError) || error.code === "unwritable") throw error;
      options.console.warn(`Image not saved: ${error.message}`);
    }
  }
  return saved;
}

async function saveImage(url: string, options: SaveImagesOptions): Promise<string> {
  const { folder, limitBytes, milliseconds, userAgent, addresses } = options;
  const headers = { accept: "image/*", "user-agent": userAgent };
  const {
    status,
    headers: answer,
    body,
  } = await fetchChecked(url, { headers, addresses, bytes: limitBytes, milliseconds });
  if (status !== 200) throw new DehuskError("unreadable", `${url} responded with status ${status}.`);
  const type = (answer["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const ending = endings[type];
  if (ending === undefined) throw new DehuskError("bad-input", `${url} is not an image but "${type.slice(0, 100)}".`);
  const path = join(folder, `${stemOf(url)}.${ending}`);
  const file = await WholeFile.open(path);
  await file.write(body);
  await file.close();
  return path;
}

/** A name for a file that says where it came from, and differs for all addresses. */
function stemOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  const plain = last
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 8);
  return plain === "" ? hash : `${plain}-${hash}`;
}
