export type { Event } from "./event.ts";
export { markedThings, textsIn } from "./marked-things.ts";
export { type PageType, pageTypes } from "./page-type.ts";
export type { Product } from "./product.ts";
export type { Question } from "./questions.ts";
export type { Post } from "./read-thread.ts";
export type { IngredientGroup, Recipe } from "./recipe.ts";
export { pageTypeFeaturesOf, type Things, things } from "./things.ts";
export { thingsMarkdown } from "./write-things.ts";
