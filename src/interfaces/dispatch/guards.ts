/** The named conditions that cards refer to: plan and feature gates that depend on what a request asks for. */
import type { GuardName } from "../../contract/operation.ts";
import { scalar } from "../../contract/params.ts";
import { refuse } from "../../core/errors.ts";
import type { Exchange } from "./exchange.ts";

export const GUARDS: Readonly<Record<GuardName, (exchange: Exchange) => void>> = {
  departments_feature_when_grouped_by_department({ arrival, known }) {
    if (scalar(arrival.query["group_by"]) === "department" && !(known.features ?? []).includes("departments")) throw refuse("feature_disabled");
  },
};
