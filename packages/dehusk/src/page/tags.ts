/**
 * Tag names as small numbers. Known names have the same number on every page, so code can compare and index by number;
 * other names get the next free number of their page. SVG and MathML elements carry their namespace in the name ("svg
 * title"), as in the HTML conformance tests: a space cannot occur in a name.
 */

const names: readonly string[] = (
  "#document,#text,#comment,a,abbr,acronym,address,applet,area,article,aside,audio,b,base," +
  "basefont,bdi,bdo,bgsound,big,blink,blockquote,body,br,button,canvas,caption,center,cite," +
  "code,col,colgroup,command,data,datalist,dd,del,details,dfn,dialog,dir,div,dl,dt,em,embed," +
  "fieldset,figcaption,figure,font,footer,form,frame,frameset,h1,h2,h3,h4,h5,h6,head,header," +
  "hgroup,hr,html,i,iframe,image,img,input,ins,kbd,keygen,label,legend,li,link,listing,main," +
  "map,mark,marquee,menu,meta,meter,nav,nobr,noembed,noframes,noscript,object,ol,optgroup," +
  "option,output,p,param,picture,plaintext,portal,pre,progress,q,rb,rp,rt,rtc,ruby,s,samp," +
  "script,search,section,select,slot,small,source,span,strike,strong,style,sub,summary,sup," +
  "table,tbody,td,template,textarea,tfoot,th,thead,time,title,tr,track,tt,u,ul,var,video," +
  "wbr,xmp,svg svg,svg title,svg desc,svg metadata,svg style,svg script,svg text,svg tspan,svg a," +
  "svg image,svg foreignObject,math math,math semantics,math annotation,math annotation-xml"
).split(",");

/** Known names, by number. */
export const knownTagNames: readonly string[] = names;

const numbers = new Map<string, number>(names.map((name, number) => [name, number]));

/**
 * The number of a known name.
 *
 * @throws Error if the name is not in the list: a bug in our code.
 */
export function tagNumber(name: string): number {
  const number = numbers.get(name);
  if (number === undefined) throw new Error(`Tag "${name}" is not in the list of known tags.`);
  return number;
}

/**
 * The numbers of several names, for destructuring.
 *
 * @example
 * const [TABLE, TD] = tagNumbers("table", "td");
 */
export function tagNumbers<Names extends readonly string[]>(...names: Names): { [Place in keyof Names]: number } {
  return names.map(tagNumber) as { [Place in keyof Names]: number };
}

export const DOCUMENT = 0;
export const TEXT = 1;
export const COMMENT = 2;

/** How a tag affects the text around it and the counts. */
export const TagTrait = {
  /** Starts and ends a line. */
  Block: 1,
  /** Is set off by blank lines. */
  Spaced: 2,
  /** Its text is never shown. */
  Unseen: 4,
  /** White space inside is kept. */
  Preserved: 8,
  /** Has no end tag. */
  Void: 16,
  /** A form control that people see. */
  Control: 32,
  /** A picture. */
  Image: 64,
  /** Is separated from its neighbours by a space. */
  Apart: 128,
  /** A table cell: separated by a tab. */
  Cell: 256,
} as const;

const traits = new Uint16Array(names.length);

function mark(trait: number, list: string): void {
  for (const name of list.split(",")) {
    const number = tagNumber(name);
    traits[number] = traits[number] | trait;
  }
}

mark(
  TagTrait.Block,
  "address,article,aside,blockquote,body,caption,center,dd,details,dialog,dir,div,dl,dt," +
    "fieldset,figcaption,figure,footer,form,frameset,h1,h2,h3,h4,h5,h6,header,hgroup,hr," +
    "html,legend,li,listing,main,menu,nav,ol,optgroup,option,p,plaintext,pre,search," +
    "section,summary,table,tbody,tfoot,thead,tr,ul,xmp,marquee",
);
mark(
  TagTrait.Spaced,
  "p,h1,h2,h3,h4,h5,h6,ul,ol,dl,blockquote,pre,figure,hr,table,listing,xmp,plaintext," + "menu,dir",
);
mark(
  TagTrait.Unseen,
  "head,title,base,link,meta,style,script,area,datalist,noembed,noframes,param,rp,rt,rtc,source," +
    "track,template,frame,frameset,iframe,object,applet,audio,video,canvas,basefont,bgsound," +
    "command,col,colgroup,svg title,svg desc,svg metadata,svg style,svg script,math annotation," +
    "math annotation-xml",
);
mark(TagTrait.Preserved, "pre,listing,plaintext,xmp,textarea");
mark(
  TagTrait.Void,
  "area,base,basefont,bgsound,br,col,embed,frame,hr,img,input,keygen,link,meta,param," + "source,track,wbr",
);
mark(TagTrait.Control, "input,select,textarea,button,keygen,meter,progress");
mark(TagTrait.Image, "img,image,svg image");
mark(TagTrait.Apart, "button,select,textarea,input,img,svg text");

mark(TagTrait.Cell, "td,th");

/** The traits of a tag number; 0 for tags that are not known. */
export function traitsOf(tag: number): number {
  return tag < traits.length ? traits[tag] : 0;
}

/** The tag names of one page: the known ones, then its own. */
export class TagNames {
  readonly names: string[] = [...names];
  #own: Map<string, number> | undefined;

  /** The number of a name, added if it is new. */
  intern(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    this.#own ??= new Map();
    let number = this.#own.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.#own.set(name, number);
    }
    return number;
  }
}
