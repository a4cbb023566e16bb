import { defineConfig } from "vitepress";

const guide = [
  { text: "Your first page", link: "/guide/first-page" },
  { text: "A crawl", link: "/guide/crawl" },
  { text: "A model of your own", link: "/guide/own-model" },
  { text: "A service", link: "/guide/service" },
  { text: "Language models", link: "/guide/language-models" },
  { text: "Browsers and extensions", link: "/guide/browser" },
  { text: "Fetching", link: "/guide/fetching" },
  { text: "Rendering", link: "/guide/rendering" },
  { text: "Many machines", link: "/guide/many-machines" },
  { text: "The inspector", link: "/guide/inspector" },
  { text: "Which extractor?", link: "/guide/choosing" },
];

const reference = [
  { text: "Command line", link: "/reference/command-line" },
  { text: "Library", link: "/reference/api/" },
  { text: "HTTP", link: "/reference/http" },
  { text: "Codes", link: "/reference/codes" },
  { text: "Files", link: "/reference/formats" },
  { text: "Features", link: "/reference/features" },
  { text: "Architecture", link: "/reference/architecture" },
  { text: "Security", link: "/reference/security" },
  { text: "Threat model", link: "/reference/threat-model" },
  { text: "Publishing", link: "/reference/publishing" },
];

const research = [
  { text: "Papers and data", link: "/research/" },
  { text: "Accuracy", link: "/research/accuracy" },
  { text: "Benchmark", link: "/research/benchmark" },
  { text: "Page-level detection", link: "/research/page-level" },
  { text: "Template blocks", link: "/research/template-blocks" },
  { text: "Incremental detection", link: "/research/incremental" },
  { text: "Segmentation", link: "/research/segmentation" },
  { text: "Keywords", link: "/research/keywords" },
  { text: "Differences from the papers", link: "/research/deviations" },
  { text: "Layout estimate", link: "/research/layout" },
  { text: "Metadata", link: "/research/metadata" },
  { text: "Speed", link: "/research/performance" },
  { text: "Engines", link: "/research/engines" },
  { text: "Peers of all languages", link: "/research/peers" },
];

export default defineConfig({
  title: "Dehusk",
  description: "Takes the husk off web pages: finds templates, segments pages, extracts the content.",
  lang: "en",
  cleanUrls: false,
  // No file is fetched from elsewhere: system fonts, and a search index of our own.
  useWebFonts: false,
  markdown: {
    // Pages name tags; none of them is meant as one.
    html: false,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guide", link: "/guide/first-page", activeMatch: "/guide/" },
      { text: "Reference", link: "/reference/command-line", activeMatch: "/reference/" },
      { text: "Research", link: "/research/", activeMatch: "/research/" },
    ],
    sidebar: [
      { text: "Guide", items: guide },
      { text: "Reference", items: reference },
      { text: "Research", items: research },
    ],
    footer: { message: "MIT licence" },
  },
});
