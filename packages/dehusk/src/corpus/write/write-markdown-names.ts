import { createHash } from "node:crypto";

/** Longest readable part of a name: with the rest it is far below what file systems allow. */
const maxSlugLength = 60;

/**
 * The file name for an id, always the same for the same id: its plain letters and digits, and a hash. Names are unique
 * even if case does not count; no name is reserved by a system, hidden, or leads out of its folder.
 *
 * @example
 * markdownName("https://example.org/Story?id=7"); // "example-org-story-id-7-7139e3d5eded9008"
 */
export function markdownName(id: string): string {
  const slug = id
    .slice(0, 1024)
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, "");
  // In UTF-16, since in UTF-8 all lone surrogates are the same.
  const hash = createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex").slice(0, hashLength);
  return slug === "" ? hash : `${slug}-${hash}`;
}

const hashLength = 16;
const ownName = /^(?:[a-z0-9][a-z0-9-]*-)?([0-9a-f]{16})(?:-\d+)?\.md$/;

/** The subfolder for a Markdown file, by the hash in its name; undefined for other files. */
export function shardOf(fileName: string): string | undefined {
  return ownName.exec(fileName)?.[1]?.slice(0, 2);
}

/** Whether a folder is named like a subfolder of Markdown files. */
export function isShard(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}
