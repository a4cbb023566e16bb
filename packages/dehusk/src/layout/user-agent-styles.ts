import { knownTagNames } from "../page/index.ts";
import { parseDeclarations } from "./declarations.ts";
import { GridStore } from "./grid-tracks.ts";
import { Align, Field, fieldCount } from "./style-fields.ts";

/** The browsers' default style sheet, as in the rendering section of the HTML standard. */
const rules: readonly (readonly [tags: string, declarations: string])[] = [
  [
    "html,body,address,article,aside,blockquote,center,dd,details,dialog,dir,div,dl,dt,fieldset,figcaption,figure," +
      "footer,form,frameset,h1,h2,h3,h4,h5,h6,header,hgroup,hr,legend,li,listing,main,menu,nav,ol,optgroup,option,p," +
      "plaintext,pre,search,section,summary,ul,xmp,marquee,caption",
    "display:block",
  ],
  ["body", "margin:8px"],
  ["p,dl,blockquote,figure,ul,ol,menu,dir,pre,listing,xmp,plaintext", "margin-top:1em;margin-bottom:1em"],
  ["blockquote,figure", "margin-left:40px;margin-right:40px"],
  ["ul,ol,menu,dir", "padding-left:40px"],
  ["dd", "margin-left:40px"],
  ["h1", "font-size:2em;margin-top:.67em;margin-bottom:.67em"],
  ["h2", "font-size:1.5em;margin-top:.83em;margin-bottom:.83em"],
  ["h3", "font-size:1.17em;margin-top:1em;margin-bottom:1em"],
  ["h4", "margin-top:1.33em;margin-bottom:1.33em"],
  ["h5", "font-size:.83em;margin-top:1.67em;margin-bottom:1.67em"],
  ["h6", "font-size:.67em;margin-top:2.33em;margin-bottom:2.33em"],
  ["h1,h2,h3,h4,h5,h6,b,strong,th", "font-weight:bold"],
  ["small,sub,sup", "font-size:.83em"],
  ["big", "font-size:1.2em"],
  ["pre,listing,xmp,plaintext,code,tt,kbd,samp", "font-family:monospace;font-size:.8125em"],
  ["pre,listing,xmp,plaintext", "white-space:pre"],
  ["hr", "margin-top:.5em;margin-bottom:.5em;border:1px solid"],
  ["fieldset", "margin-left:2px;margin-right:2px;padding:.35em .75em .625em;border:2px solid"],
  ["legend", "padding-left:2px;padding-right:2px"],
  ["center", "text-align:-webkit-center"],
  ["nobr", "white-space:nowrap"],
  ["table", "display:table;box-sizing:border-box;border-spacing:2px"],
  ["tr", "display:table-row"],
  ["tbody,thead,tfoot", "display:table-row-group"],
  ["td,th", "display:table-cell;padding:1px;vertical-align:middle"],
  ["th,caption", "text-align:center"],
  ["col,colgroup", "display:none"],
  ["button", "display:inline-block;padding:1px 6px;border:2px solid;box-sizing:border-box;text-align:center"],
  ["input,select,textarea", "display:inline-block;box-sizing:border-box"],
  ["button,input,select,textarea", "font-size:13.333px;line-height:normal;font-family:arial;white-space:normal"],
  ["iframe", "border:2px solid"],
  ["meter,progress,marquee", "display:inline-block"],
  [
    "head,title,script,style,template,noembed,noframes,datalist,rp,area,base,link,meta,param,source,track",
    "display:none",
  ],
];

let compiled: Int32Array | undefined;

/** One row of style per known tag, and a last one for all others. */
export function userAgentRows(): Int32Array {
  compiled ??= compile();
  return compiled;
}

function compile(): Int32Array {
  const rows = new Int32Array((knownTagNames.length + 1) * fieldCount);
  const context = { viewport: 1280, quirks: false, variables: new Map<string, string>(), grids: new GridStore() };
  for (const [tags, declarations] of rules) {
    const { normal } = parseDeclarations(declarations, context);
    for (const tag of tags.split(",")) {
      const row = knownTagNames.indexOf(tag) * fieldCount;
      for (let i = 0; i < normal.length; i += 2) rows[row + normal[i]] = normal[i + 1];
    }
  }
  for (const tag of ["td", "th"]) rows[knownTagNames.indexOf(tag) * fieldCount + Field.VerticalAlign] = Align.Center;
  return rows;
}
