/** Things with a structure of their own: posts, comments, products, recipes, events, questions. */

export {
  type Event,
  type ExplainedField,
  explainFields,
  type FieldSource,
  type IngredientGroup,
  type PageType,
  type Post,
  type Product,
  pageTypes,
  type Question,
  type Recipe,
  type Things,
  things,
  thingsMarkdown,
} from "../things/index.ts";
