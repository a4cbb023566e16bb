/** Texts in the place of a byline that have the shape of a name, but are not one. */

/** Words of links, buttons, ratings and boxes around a byline, hardly ever in a name. */
const chrome =
  /(?:^|\s)(?:posts?|comments?|policy|articles?|beiträge?|inhalte|suche|kommentare?|more|view|privacy|filter|read|share|follow|newsletter|products?|services?|sponsored|member|since|registered|join(?:ed)?|subscribe|log ?in|sign|zur|alle|alles|mehr|voir|tous|todos|ver|leer|lire|minutes?|bücher|werbung|anzeige|cookies?|terms|rights|reserved|copyright|about|connect|contact|see|link|copied|topic|auteur|directly|sections?|pricing|download|pdf|press|podcasts?|reviews?|rated|rating|stars?|reply|replies|votes?|skip|website|here|edition|help|status|our|your|this|author|solutions|careers|jobs|back to top)(?:\s|$)/iu;
const weekday =
  /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)$/iu;
const shortDate = /^\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?$/u;
/** Chinese names have two to four characters; phrases have more, or are known. */
const hanPhrase = /^(?:\p{Script=Han}{6,}|.*(?:文章|记者|記者|简介|簡介|博客|作者|编辑|来源))$/u;

/** Countries and states that are rarely anyone's name. */
const places = new Set(
  (
    "argentina australia austria belgium brazil canada chile china colombia denmark deutschland egypt england españa " +
    "finland france germany greece india indonesia iran iraq ireland italia italy japan kenya malaysia mexico nederland " +
    "netherlands nigeria norway österreich pakistan peru philippines poland portugal russia scotland schweiz singapore " +
    "spain sweden switzerland thailand turkey ukraine usa uk wales california colorado florida illinois massachusetts " +
    "michigan ohio ontario oregon texas washington new-zealand south-africa south-korea hong-kong united-states " +
    "united-kingdom new-york new-jersey north-carolina los-angeles san-francisco"
  ).split(" "),
);
const stateCode = /,\s*(?:\p{Lu}{2})(?:\s\d{5})?$/u;

const credit =
  /^\s*(?:©|\(c\)|(?:photo\w*|foto|bild|image|picture|illustration|grafik|symbolbild)s?\s*(?:by|von|de|di|:|©|\/))/iu;

/** Whether a text says who made a picture: "© Ann Roe", "Foto von Ben Roe". */
export function isCredit(text: string): boolean {
  return credit.test(text);
}

/** Whether a text shaped like a name is part of the page's frame. */
export function isFurniture(name: string): boolean {
  return (
    isCredit(name) ||
    weekday.test(name) ||
    chrome.test(name) ||
    shortDate.test(name) ||
    hanPhrase.test(name) ||
    isPlace(name)
  );
}

function isPlace(name: string): boolean {
  return places.has(name.toLowerCase().replace(/[\s-]+/g, "-"));
}

/** Whether a text is a place: "Frankfurt, Germany", "Milwaukee, WI". */
export function endsInPlace(text: string): boolean {
  const comma = text.lastIndexOf(",");
  return comma > 0 && text.indexOf(",") === comma && (isPlace(text.slice(comma + 1).trim()) || stateCode.test(text));
}
