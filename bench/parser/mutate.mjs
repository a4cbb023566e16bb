/** Cuts and breaks pages, to compare parsers on malformed input. */

const PIECES =
  "< > \" ' / & = <!-- --> <! </ <? ]]> <![CDATA[ \0 \r\n \r &amp; &notit; &#x41; &#0; &nbsp " +
  "<a> </a> <b> </b> <i> </i> <p> </p> <div> </div> <span> </span> <nobr> <font color=red> <font> </font> <li> </li> <dd> <dt> " +
  "<ul> </ul> <table> </table> <tr> </tr> <td> </td> <th> <tbody> </tbody> <caption> </caption> <colgroup> <col> <select> " +
  "</select> <option> <optgroup> <input> <input type=hidden> <textarea> </textarea> <form> </form> <button> </button> <h1> " +
  "</h2> <pre> <template> </template> <svg> </svg> <math> </math> <mi> <foreignObject> <desc> <title> </title> " +
  "<annotation-xml encoding=text/html> <annotation-xml> <mglyph> <body> </body> <html a=1> </html> <head> </head> <frameset> " +
  "<frame> </frameset> <noframes> <noscript> </noscript> <script> </script> <style> </style> <xmp> <iframe> <plaintext> " +
  "<object> </object> <marquee> <applet> <ruby> <rt> <rp> <rb> <rtc> <br> </br> <hr> <img> <image> <!doctype> <meta> <link> <base>";
const pieces = [...PIECES.split(" "), " ", "\n", "\t", "x"];

/** A part of a page, about as long as given, with a few changes. */
export function mutate(html, length, random) {
  const from = Math.floor(random() * Math.max(1, html.length - length));
  let part = html.slice(from, from + Math.ceil(length * (0.5 + random())));
  for (let edits = Math.floor(random() * 9); edits >= 0; edits--) {
    const at = Math.floor(random() * (part.length + 1));
    const cut = random() < 0.5 ? 0 : Math.floor(random() * 8);
    const piece = pieces[Math.floor(random() * pieces.length)];
    part = part.slice(0, at) + piece + part.slice(at + cut);
  }
  return part;
}
