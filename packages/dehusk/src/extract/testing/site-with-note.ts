import { parse } from "../../page/index.ts";
import { SiteBuilder, type SiteTemplates } from "../../site/index.ts";

/**
 * A site with the same note above each of its stories, and an unseen page of it: by itself the note reads
 * like content, so only the site reveals it.
 */
export function siteWithNote(): { readonly site: SiteTemplates; readonly unseen: string } {
  const note = `<div class=note><p>${"Our office is open every day from nine to five, and on Sundays too. ".repeat(3)}</p></div>`;
  const html = (story: string) =>
    `${note}<div class=story><h1>${story}</h1><p>${`${story} goes on and on. `.repeat(12)}</p></div>`;
  const builder = new SiteBuilder();
  for (let number = 0; number < 8; number++) builder.add(parse(html(`Story number ${number}`)));
  return { site: builder.finish(), unseen: html("A story that nobody has read") };
}
