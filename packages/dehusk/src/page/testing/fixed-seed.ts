import fc from "fast-check";

/** Fixed, so that random tests are repeatable; `DEHUSK_SEED=7 npm test` tries other input. */
fc.configureGlobal({ seed: Number(process.env["DEHUSK_SEED"] ?? 1) });
