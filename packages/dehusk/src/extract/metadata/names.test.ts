import { describe, expect, test } from "vitest";
import { cleanNames, declaredNames, gradeName, NameGrade } from "./names.ts";

describe("names in a byline", () => {
  test.each([
    ["By Jane Roe", ["Jane Roe"]],
    ["by Jane Roe and John Doe", ["Jane Roe", "John Doe"]],
    ["Von Anna Muster und Max Beispiel", ["Anna Muster", "Max Beispiel"]],
    ["Par Zoé Exemple", ["Zoé Exemple"]],
    ["Por Juan Pérez y Ana López", ["Juan Pérez", "Ana López"]],
    ["Written by: Jane Roe | May 3, 2019", ["Jane Roe"]],
    ["Jane Roe, Staff Writer", ["Jane Roe"]],
    ["Jane Roe, MD, PhD", ["Jane Roe"]],
    ["Jane Roe, Head Miller", ["Jane Roe"]],
    ["Anna Muster, Projektleiterin der Mühle", ["Anna Muster"]],
    ["Jane Roe Symbolbild Agentur", ["Jane Roe"]],
    ["© Jane Roe", []],
    ["Foto von Anna Muster", []],
    ["Photo by Jane Roe", []],
    ["Words and photos by Jane Roe", ["Jane Roe"]],
    ["Jane Roe · 7 min read", ["Jane Roe"]],
    ["Jane Roe (jane@example.org)", ["Jane Roe"]],
    ["Posted by Jane Roe on 3 May 2019", ["Jane Roe"]],
    ["Ludwig van der Muster", ["Ludwig van der Muster"]],
    ["T.C. Roe", ["T.C. Roe"]],
    ["Byron Katie", ["Byron Katie"]],
    ["Vonnie Parker", ["Vonnie Parker"]],
    ["Di Stefano", ["Di Stefano"]],
    ["di Anna Rossi", ["Anna Rossi"]],
    ["Ortega y Gasset", ["Ortega y Gasset"]],
    ["Damien Walter", ["Damien Walter"]],
    ["作者：王小明", ["王小明"]],
    ["Автор: Иван Петров", ["Иван Петров"]],
    ["ByJane Roe", ["Jane Roe"]],
    ["By Ann Writer", ["Ann Writer"]],
    ["By Ann Writer, Staff Writer", ["Ann Writer"]],
    ["By Ann Writer and Ben Reporter", ["Ann Writer", "Ben Reporter"]],
    ["By Jane Roe, Beauty Editor", ["Jane Roe"]],
    ["By Jane Roe Staff Writer", ["Jane Roe"]],
    ["By Jane Roe and John Doe Staff Writers", ["Jane Roe", "John Doe"]],
    ["By JANE ROE Associated Press Writer", ["JANE ROE"]],
    ["Jane Roe Features Editor", ["Jane Roe"]],
    ["Jane Roe Screenwriter", ["Jane Roe"]],
    ["Anna Muster Wirtschaftsredakteurin", ["Anna Muster"]],
  ])("%j", (text, names) => {
    expect(cleanNames(text)).toEqual(names);
  });

  test.each([
    "",
    "By",
    "May 3, 2019",
    "Read more",
    "Sunday",
    "https://example.org/jane",
    "Share this article now with all of your friends",
    "About The Author",
    "Connect Directly",
    "See All",
    "Link Copied",
    "Contact Us",
    "By Frankfurt, Germany",
    "Milwaukee, WI",
    "New Zealand",
    "Rated 5 Stars",
    "Dec 1st",
    "By Staff Writer",
    "Features Editor",
    "Product Manager",
    "Garden Editor",
    "Marketing & Event Coordinator",
    "Screenwriter",
    "Editor",
  ])("none in %j", (text) => {
    expect(cleanNames(text)).toEqual([]);
  });

  test("declared names are trusted more", () => {
    expect(declaredNames("Luxury Travel Expert")).toEqual(["Luxury Travel Expert"]);
    expect(declaredNames("Jane Roe, Screenwriter")).toEqual(["Jane Roe"]);
    expect(declaredNames("Ann Writer and Ben Reporter")).toEqual(["Ann Writer", "Ben Reporter"]);
    expect(declaredNames("Roe, Jane")).toEqual(["Jane Roe"]);
    expect(declaredNames("Jane Roe; John Doe")).toEqual(["Jane Roe", "John Doe"]);
    expect(declaredNames("https://www.facebook.com/jane")).toEqual([]);
  });

  test("grades", () => {
    expect(gradeName("Jane Roe")).toBe(NameGrade.Full);
    expect(gradeName("Jane")).toBe(NameGrade.Word);
    expect(gradeName("jane_77")).toBe(NameGrade.Handle);
    expect(gradeName("admin")).toBe(NameGrade.Generic);
    expect(gradeName("Staff Writer")).toBe(NameGrade.Generic);
    expect(gradeName("Ann Writer")).toBe(NameGrade.Full);
    expect(gradeName("What is this?")).toBe(NameGrade.None);
  });
});
