/** Made by `painter-plugin.ts` when the inspector is built. */
declare module "virtual:painter" {
  export const painterScript: string;
  export const painterHash: string;
}
