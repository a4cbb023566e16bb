import { type Attribute, attribute, type Page, tagName } from "../../page/index.ts";
import { safeLink } from "./safe-url.ts";
import { shortText } from "./short-text.ts";

/** Largest span of a cell, as in browsers. */
const maxSpan = 1000;

/** The meaningful attributes of an element, checked and cleaned. Links and pictures are handled elsewhere. */
export function dataAttributes(page: Page, node: number): Attribute[] {
  const attributes: Attribute[] = [];
  if (page.attributes[node].length === 0) return attributes;
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") attributes.push({ name, value });
  };
  switch (tagName(page, node)) {
    case "td":
    case "th":
      for (const name of ["colspan", "rowspan"]) {
        const span = Number.parseInt(attribute(page, node, name) ?? "", 10);
        if (span > 1) add(name, String(Math.min(span, maxSpan)));
      }
      break;
    case "ol":
      add("start", integer(attribute(page, node, "start")));
      add("type", /^[1aAiI]$/.exec(attribute(page, node, "type") ?? "")?.[0]);
      break;
    case "li":
      add("value", integer(attribute(page, node, "value")));
      break;
    case "blockquote":
    case "q":
    case "del":
    case "ins":
      add("cite", webAddress(page, attribute(page, node, "cite")));
      break;
    case "abbr":
    case "acronym":
    case "dfn":
      add("title", shortText(attribute(page, node, "title") ?? ""));
      break;
    case "time":
      add("datetime", /^[\w:.+\- ]{1,40}$/.exec(attribute(page, node, "datetime") ?? "")?.[0]);
      break;
    case "details":
      if (attribute(page, node, "open") !== undefined) attributes.push({ name: "open", value: "" });
      break;
  }
  add("lang", /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8}){0,8}$/.exec(attribute(page, node, "lang") ?? "")?.[0]);
  add("dir", /^(?:ltr|rtl|auto)$/i.exec(attribute(page, node, "dir") ?? "")?.[0].toLowerCase());
  return attributes;
}

function integer(value: string | undefined): string | undefined {
  return /^\s*(-?\d{1,9})\s*$/.exec(value ?? "")?.[1];
}

function webAddress(page: Page, address: string | undefined): string | undefined {
  const link = address === undefined || address.trim() === "" ? undefined : safeLink(page, address);
  return link !== undefined && /^(?:https?:|[^:]*$)/.test(link) ? link : undefined;
}
