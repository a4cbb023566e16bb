/** Things with a structure of their own: posts, comments, products, recipes, events, questions. */

export {
  type Event,
  type IngredientGroup,
  type PageType,
  type Post,
  type Product,
  type Question,
  type Recipe,
  pageTypes,
  type Things,
  things,
  thingsMarkdown,
} from "../things/index.ts";
