import { pickOptions } from "../../basics/index.ts";
import { type PlanOptions, pageFields, planTable, usualFields } from "../../batch/index.ts";
import { verbOptions } from "../../options/index.ts";
import { type GeneralOptions, limitsOf } from "./general-options.ts";

/** Options of commands that write a line per page. */
export const pageOptions = verbOptions.plan.command;

/** What the help of these commands says about `--fields`. */
export const fieldHelp = `Fields ("version" and "id" are always written): ${listed(usualFields)};
on request: ${listed(pageFields.filter((name) => !usualFields.includes(name)))}.`;

function listed(names: readonly string[]): string {
  return names.join(", ").replace(/(.{60,90}?), /g, "$1,\n");
}

/** The options of pages' lines, as a plan holds them. */
export function planOptions(options: Omit<PlanOptions, "limits"> & GeneralOptions): PlanOptions {
  return pickOptions({ ...options, limits: limitsOf(options) }, planTable);
}
