/** Things with a structure of their own: posts, comments, products, recipes, events, questions. */

export {
  type Event,
  type IngredientGroup,
  type Post,
  type Product,
  type Question,
  type Recipe,
  type Things,
  things,
} from "../things/index.ts";
