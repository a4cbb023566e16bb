import { createHash } from "node:crypto";

/** Longest readable part of a name: with the rest it is far from what file systems allow. */
const longestSlug = 60;

/**
 * The file name for an id, the same for the same id wherever it is made: what of it is plain letters and digits, and a
 * hash. No two ids share a name, also where upper and lower case are the same; no name is one that a system reserves,
 * is hidden, or leads out of its folder.
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
    .slice(0, longestSlug)
    .replace(/^-|-$/g, "");
  // In UTF-16, for in UTF-8 all halves of surrogate pairs are the same.
  const hash = createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex").slice(0, hashLength);
  return slug === "" ? hash : `${slug}-${hash}`;
}

const hashLength = 16;
const ownName = /^(?:[a-z0-9][a-z0-9-]*-)?([0-9a-f]{16})(?:-\d+)?\.md$/;

/** The subfolder for a Markdown file, by the hash in its name; undefined for other files. */
export function shardOf(fileName: string): string | undefined {
  return ownName.exec(fileName)?.[1]?.slice(0, 2);
}

/** Whether a folder is named as subfolders of Markdown files are. */
export function isShard(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}
