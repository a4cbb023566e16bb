/** Pages that lack the input of features, or have too much of it. */
export const hostilePages: Readonly<Record<string, string>> = {
  "an empty page": "",
  "no title": "<h1>Headline</h1><p>Words.",
  "an empty title": "<title></title><h1></h1><p>Words.",
  "a title without words": "<title>***</title><h1>***</h1><p>*** ***",
  "no text": "<div><div></div><ul><li></ul></div>",
  "nothing shown": "<div hidden><p>Hidden words <a href=/>and a link</a></div>",
  "one text of 1 MB": `<title>words</title><p>${"words ".repeat(180_000)}`,
  "one word of 1 MB": `<p>${"w".repeat(1_000_000)}`,
  "tables in tables": `${"<table><tr><td>cell<td>".repeat(40)}inner`,
  "only images": "<div><img src=a><img src=b><a href=/c><img src=c></a></div>",
  "only controls": "<form><input><select><option>a</select><button></button></form>",
  "no size": "<style>*{width:0;height:0;margin:0;padding:0;font-size:0}</style><p>Words",
  "huge sizes": "<div style='width:1e30px;height:1e30px'>a</div><div style='margin-left:-1e9px'>b</div>",
};
