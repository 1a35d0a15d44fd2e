/** The named conditions that cards refer to: plan and feature gates that are decided by the head of a request. */
import type { GuardName } from "../../contract/operation.ts";
import { scalar } from "../../contract/params.ts";
import { refuse } from "../../core/errors.ts";
import { isGrowthOrHigher } from "../../modules/company/index.ts";
import type { Exchange } from "./exchange.ts";

export const GUARDS: Readonly<Record<GuardName, (exchange: Exchange) => void>> = {
  departments_feature_when_grouped_by_department({ arrival, known }) {
    if (scalar(arrival.query["group_by"]) === "department" && !(known.features ?? []).includes("departments")) throw refuse("feature_disabled");
  },
  growth_plan({ known, now }) {
    if (!isGrowthOrHigher(known, now)) throw refuse("plan_upgrade_required");
  },
  role_based_access_control_feature({ known }) {
    if (!(known.features ?? []).includes("role_based_access_control")) throw refuse("feature_disabled");
  },
};
