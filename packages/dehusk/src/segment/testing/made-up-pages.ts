const sentence = "The harbour master walked along the quay and looked at the boats that had come in overnight. ";

/** Paragraphs of prose. */
function paragraphs(count: number): string {
  return Array.from({ length: count }, (_, i) => `<p>${sentence.repeat(3 + (i % 2))}</p>`).join("");
}

/** A list of links. */
function links(count: number, word: string): string {
  return `<ul>${Array.from({ length: count }, (_, i) => `<li><a href="/${word}/${i}">${word} ${i}</a>`).join("")}</ul>`;
}

/** A header with a menu, an article, a footer with links. */
export const threeParts = `<body style="margin:0"><style>nav ul,footer ul{display:flex;list-style:none}</style>
<header id=header style="height:80px"><nav>${links(7, "Menu")}</nav></header>
<main id=content style="padding:40px 0"><h1>A morning at the harbour</h1>${paragraphs(7)}</main>
<footer id=footer style="margin-top:60px">${links(9, "Legal")}<p>Copyright 2024</p></footer>`;

/** Two columns: links beside prose. */
export const twoColumns = `<body><div id=left style="float:left;width:200px">${links(20, "Topic")}</div>
<div id=right style="margin-left:300px">${paragraphs(8)}</div>`;
