import { isElement, type Page, tagName } from "../page/index.ts";

/** The words in an element's class, id and machine names, lower case, parted by spaces: " post author ". */
export function namesOf(page: Page, node: number): string {
  let names = "";
  for (const { name, value } of page.attributes[node]) {
    if (value.length > 300) continue;
    if (name === "class" || name === "id" || name === "itemprop" || name === "data-testid" || name === "rel")
      names += ` ${value}`;
  }
  if (names === "") return "";
  return `${names
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[^a-zA-Z]+/g, " ")
    .toLowerCase()} `;
}

/** An element's tag and first class without numbers: alike for elements that a program made alike. */
export function shapeOf(page: Page, node: number): string {
  if (node <= 0 || !isElement(page, node)) return "";
  const classes = page.attributes[node].find(({ name }) => name === "class")?.value ?? "";
  const first = classes.slice(0, 200).trim().split(/\s+/)[0] ?? "";
  return `${tagName(page, node)}.${first.replace(/\d+/g, "").toLowerCase()}`;
}
