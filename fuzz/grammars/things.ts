import type { Random } from "../random.ts";
import { escapeHtml, HtmlGrammar } from "./html.ts";
import { address } from "./urls.ts";

const sentence = "Some words that make up a whole sentence of it. ";

/** Pages about a thing: a thread, a product, a recipe, an event, questions, with text that means something to Markdown. */
export function thingPage(random: Random): string {
  const grammar = new HtmlGrammar(random);
  const text = (): string => (random.chance(0.5) ? escapeHtml(grammar.text()) : grammar.inline());
  const kind = random.pick([thread, thread, product, product, recipe, event, questions]);
  return `<title>${escapeHtml(grammar.text())}</title><h1>${text()}</h1>${kind()}`;

  function thread(): string {
    const isDeep = random.chance(0.5);
    const post = (): string => {
      const link = `<a href="${escapeHtml(address(random))}"><time datetime="${random.pick(["2024-05-01", escapeHtml(grammar.text())])}">${text()}</time></a>`;
      const quote = random.chance(0.3) ? `<blockquote>${text()}</blockquote>` : "";
      const depth = isDeep ? ` data-depth="${random.below(6)}"` : "";
      const remark = `<div class=remark><b class=author>${text()}</b> <time>2024-05-02</time><p>${sentence}${text()}</div>`;
      return `<div class="post comment" id="${escapeHtml(grammar.text())}"${depth}><a class=author href="/users/7">${random.pick(["ann", text()])}</a> ${link}<div class=body>${quote}${sentence}${random.many(1, 3, text).join("<br>")}${random.chance(0.3) ? grammar.block() : ""}</div>${random.chance(0.2) ? remark : ""}</div>`;
    };
    return random.many(2, 6, post).join("");
  }

  function product(): string {
    const word = (): string => random.pick(["oak", "iron", text()]);
    const facts = random.many(1, 4, () => `<tr><th>${word()}<td>${word()}</tr>`).join("");
    const code = (): string => `<pre><code>${random.many(1, 4, word).join("\n\n")}</code></pre>`;
    const parts = random.many(1, 5, () => (random.chance(0.5) ? code() : grammar.block())).join("");
    return `<div itemscope itemtype="https://schema.org/Product"><h2 itemprop=name>${text()}</h2><span class=price itemprop=price>$5.00</span> <button>Add to cart</button><table>${facts}</table><p>${sentence.repeat(3)}</p>${parts}</div>`;
  }

  function recipe(): string {
    const data = { "@type": "Recipe", name: grammar.text(), recipeYield: grammar.text(), cookTime: "PT5M" };
    const line = (): string => `<li>${random.pick(["1 cup of flour ", "2 eggs ", ""])}${text()}</li>`;
    return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script><h2>Ingredients</h2><h3>${text()}</h3><ul>${random.many(2, 5, line).join("")}</ul><h2>Instructions</h2><ol>${random.many(2, 4, line).join("")}</ol>`;
  }

  function event(): string {
    const place = { name: grammar.text(), address: grammar.text() };
    const data = { "@type": "Event", name: grammar.text(), startDate: "2024-05-01T10:00", location: place };
    return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script><p>${sentence.repeat(2)}${text()}</p><p>Venue: ${text()}</p>${grammar.block()}`;
  }

  function questions(): string {
    return random.many(2, 4, () => `<h3>What is ${text()}?</h3><p>${sentence}${text()}</p>`).join("");
  }
}
