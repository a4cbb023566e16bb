import { type Attribute, attribute, type Page, tagNumber } from "../../page/index.ts";
import { safeMedia } from "./safe-url.ts";
import { shortText } from "./short-text.ts";

const SOURCE = tagNumber("source");

/** Players embedded in frames, with the page that shows the same. */
const players: readonly (readonly [RegExp, string])[] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]{5,})/,
    "https://www.youtube.com/watch?v=$1",
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+)/, "https://vimeo.com/$1"],
  [/^https?:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/, "https://www.dailymotion.com/video/$1"],
  [/^https?:\/\/open\.spotify\.com\/embed\/(\w+\/\w+)/, "https://open.spotify.com/$1"],
];
const otherPlayers =
  /^https?:\/\/(?:[\w-]+\.)*(?:youtube\.com|soundcloud\.com|bilibili\.com|ted\.com|twitch\.tv|wistia\.(?:com|net)|codepen\.io|jsfiddle\.net)\/|^https?:\/\/archive\.org\/embed\//;

/** URLs of content made for frames, on other sites. */
const embedAddress = /^[^?#]*\/(?:embed|player)\b/;

/** Where a frame's video, sound or live example can be seen, and its title; undefined for other frames. */
export function embedLink(page: Page, frame: number): Attribute[] | undefined {
  const address = ["src", "data-src", "data-lazy-src", "data-url"]
    .map((name) => attribute(page, frame, name))
    .map((value) => (value === undefined ? undefined : safeMedia(page, value)))
    .find((value) => value !== undefined && value !== "about:blank");
  if (address === undefined) return undefined;
  const player = players.find(([pattern]) => pattern.test(address));
  // In text, its delimiters would begin a formula.
  const title = shortText((attribute(page, frame, "title") ?? "").replace(/\$\$+|\\(?=[()[\]])/g, ""));
  // Advertisements and comments cannot go full screen.
  const isOther = title !== "" && attribute(page, frame, "allowfullscreen") !== undefined && embedAddress.test(address);
  if (player === undefined && !otherPlayers.test(address) && !isOther) return undefined;
  const found = player === undefined ? undefined : player[0].exec(address);
  const href = player === undefined ? address : player[1].replace("$1", found?.[1] ?? "");
  return [
    { name: "href", value: href },
    // A name without words would be taken for a heading's link to itself.
    { name: "title", value: /[\p{L}\p{N}]/u.test(title) ? title : href },
  ];
}

/** Sources come first in a video; deeper ones belong to a nested one. */
const furthestSource = 60;

/** The attributes to write for a video or sound; undefined if it has no URL on the web. */
export function mediaAttributes(page: Page, node: number): Attribute[] | undefined {
  let src = addressOf(page, node);
  const end = Math.min(page.end[node], node + furthestSource);
  for (let i = node + 1; i < end && src === undefined; i++) {
    if (page.tag[i] === SOURCE) src = addressOf(page, i);
  }
  if (src === undefined) return undefined;
  const attributes: Attribute[] = [{ name: "src", value: src }];
  const poster = attribute(page, node, "poster");
  const picture = poster === undefined || poster.trim() === "" ? undefined : safeMedia(page, poster);
  if (picture !== undefined) attributes.push({ name: "poster", value: picture });
  const title = shortText(attribute(page, node, "title") ?? attribute(page, node, "aria-label") ?? "");
  if (title !== "") attributes.push({ name: "title", value: title });
  return attributes;
}

function addressOf(page: Page, node: number): string | undefined {
  const address = attribute(page, node, "src") ?? attribute(page, node, "data-src");
  return address === undefined || address.trim() === "" ? undefined : safeMedia(page, address);
}
