import { describe, expect, test } from "vitest";
import { extract } from "../extract.ts";
import { languageOf, scoreLanguages } from "./detect-language.ts";

/** The same story in languages that are easily confused, written for this test. */
const stories: Readonly<Record<string, string>> = {
  en: "The old mill stands by the river and has not been used for many years, but the people of the village still come to it on Sundays.",
  de: "Die alte Mühle steht am Fluss und wird seit vielen Jahren nicht mehr benutzt, aber die Leute aus dem Dorf kommen noch immer am Sonntag zu ihr.",
  nl: "De oude molen staat aan de rivier en wordt al jaren niet meer gebruikt, maar de mensen uit het dorp komen er nog op zondag naar toe.",
  sv: "Den gamla kvarnen står vid floden och har inte använts på många år, men folk från byn kommer ännu till den på söndagar när det är fint.",
  da: "Den gamle mølle står ved floden og er ikke blevet brugt i mange år, men folk fra landsbyen kommer der stadig om søndagen, når vejret er godt.",
  no: "Den gamle møllen står ved elven og har ikke vært brukt på mange år, men folk fra bygda kommer fortsatt dit om søndagen for å se seg om.",
  fr: "Le vieux moulin est au bord de la rivière et n'a pas servi depuis des années, mais les gens du village y viennent encore le dimanche avec leurs enfants.",
  es: "El viejo molino está junto al río y no se usa desde hace años, pero la gente del pueblo todavía va los domingos con sus hijos para verlo.",
  pt: "O velho moinho fica junto ao rio e não é usado há muitos anos, mas as pessoas da aldeia ainda vão lá aos domingos com os seus filhos.",
  it: "Il vecchio mulino è vicino al fiume e non si usa da molti anni, ma la gente del paese ci va ancora la domenica con i figli per vederlo.",
  pl: "Stary młyn stoi nad rzeką i nie jest używany od wielu lat, ale ludzie ze wsi nadal przychodzą do niego w niedzielę, żeby się spotkać.",
  cs: "Starý mlýn stojí u řeky a už mnoho let se nepoužívá, ale lidé z vesnice k němu stále v neděli chodí, protože je to hezké místo.",
  sk: "Starý mlyn stojí pri rieke a už veľa rokov sa nepoužíva, ale ľudia z dediny k nemu stále v nedeľu chodia, pretože je to pekné miesto.",
  fi: "Vanha mylly on joen rannalla, eikä sitä ole käytetty vuosiin, mutta kylän väki tulee sinne vielä sunnuntaisin, kun on kaunis ilma, ja hän myös.",
  hu: "A régi malom a folyó mellett áll, és már sok éve nem használják, de a falu népe vasárnap még mindig eljön oda, hogy megnézze.",
  ro: "Vechea moară se află lângă râu și nu a mai fost folosită de mulți ani, dar oamenii din sat încă vin duminica la ea cu copiii lor.",
  tr: "Eski değirmen nehrin kıyısında duruyor ve uzun yıllardır kullanılmıyor, ama köyün insanları pazar günleri bu yere gelmek için bir yol bulur.",
  id: "Kincir tua itu berdiri di tepi sungai dan tidak digunakan sejak lama, tetapi orang dari desa ini akan datang pada hari Minggu dengan anak yang ada.",
  vi: "Chiếc cối xay cũ ở bên sông và không được dùng trong nhiều năm, nhưng người của làng này vẫn đến đó với các con khi có thời gian.",
  ru: "Старая мельница стоит у реки и не работает уже много лет, но люди из деревни по воскресеньям все еще приходят к ней с детьми.",
  uk: "Старий млин стоїть біля річки і не працює вже багато років, але люди з села у неділю ще приходять до нього з дітьми, бо це гарне місце.",
  bg: "Старата мелница е до реката и не се използва от много години, но хората от селото още идват в неделя да я видят с децата си.",
  el: "Ο παλιός μύλος στέκεται δίπλα στο ποτάμι και δεν χρησιμοποιείται εδώ και χρόνια.",
  ar: "الطاحونة القديمة على ضفة النهر لم تعمل منذ سنوات، ولكن أهل القرية ما زالوا يأتون إلى هذه الطاحونة في يوم الجمعة مع أطفالهم.",
  fa: "آسیاب کهنه در کنار رود است و سال هاست که از آن استفاده نمی شود، اما مردم ده هنوز برای دیدن آن با کودکان خود به این جا می آیند.",
  ja: "古い水車は川のそばにあり、何年も使われていませんが、村の人々は日曜日に子どもとそこへ行きます。",
  zh: "老磨坊在河边，已经多年没有使用，但是村里的人星期天仍然带着孩子到那里去看看。",
  ko: "오래된 방앗간은 강가에 있고 여러 해 동안 쓰이지 않았지만 마을 사람들은 일요일에 그곳에 간다.",
  hi: "पुरानी चक्की नदी के किनारे है और कई सालों से काम में नहीं आई है, लेकिन गाँव के लोग रविवार को भी बच्चों को ले कर यह देखने आते हैं।",
};

describe("the language of a text", () => {
  test.each(Object.entries(stories))("%s is recognised", (language, text) => {
    expect(scoreLanguages(text)[0]?.language).toBe(language);
  });

  test("the declaration stays, with its region, if the text agrees or is too short", () => {
    expect(languageOf(stories["de"] as string, "de-AT")).toBe("de-AT");
    expect(languageOf(stories["no"] as string, "nn-NO")).toBe("nn-NO");
    expect(languageOf("3.14", "fr")).toBe("fr");
    expect(languageOf("", null)).toBe(null);
  });

  test("a text clearly in another language overrides the declaration", () => {
    expect(languageOf(stories["de"] as string, "en-US")).toBe("de");
    expect(languageOf(stories["ja"] as string, "en")).toBe("ja");
    expect(languageOf(stories["pt"] as string, "xx")).toBe("pt");
  });
});

test("extract gives the text's language and the declared one", () => {
  const result = extract(`<html lang=en><title>Mühle</title><p>${stories["de"]}</p>`);
  expect([result.language, result.declaredLanguage]).toEqual(["de", "en"]);
  const silent = extract(`<p>${stories["de"]}</p>`);
  expect([silent.language, silent.declaredLanguage]).toEqual(["de", null]);
});
