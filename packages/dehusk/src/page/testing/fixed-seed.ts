import fc from "fast-check";

/** Random tests repeat from run to run; `DEHUSK_SEED=7 npm test` tries other input. */
fc.configureGlobal({ seed: Number(process.env["DEHUSK_SEED"] ?? 1) });
