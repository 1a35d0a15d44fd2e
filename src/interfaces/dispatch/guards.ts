/**
 * The named conditions that cards refer to: gates that depend on the plan, a feature or what the request asks
 * for.
 */
import type { GuardName } from "../../contract/operation.ts";
import { scalar } from "../../contract/params.ts";
import { refuse } from "../../core/errors.ts";
import { permissionRefusal } from "../../modules/tenants/access/index.ts";
import { isGrowthOrHigher } from "../../modules/tenants/company/index.ts";
import type { Exchange } from "./exchange.ts";

interface Guard {
  /**
   * `head` when the head of a request decides, which is then refused before its body is read; `body` when the
   * body does, once it was read by the card.
   */
  readonly phase: "head" | "body";
  readonly check: (exchange: Exchange) => void;
}

export const GUARDS: Readonly<Record<GuardName, Guard>> = {
  departments_feature_when_grouped_by_department: {
    phase: "head",
    check({ arrival, known }) {
      if (
        scalar(arrival.query["group_by"]) === "department" &&
        !(known.features ?? []).includes("departments")
      )
        throw refuse("feature_disabled");
    },
  },
  departments_feature_when_rows_are_departments: {
    phase: "body",
    check({ bodyValue, known }) {
      // Of the reports that have no such rows, whatever the company has, the request itself is wrong.
      const isAsked =
        memberOf(memberOf(bodyValue, "group_by"), "rows") === "department" &&
        memberOf(bodyValue, "report_type") === "income_statement";
      if (isAsked && !(known.features ?? []).includes("departments")) throw refuse("feature_disabled");
    },
  },
  growth_plan: {
    phase: "head",
    check({ known, now }) {
      if (!isGrowthOrHigher(known, now)) throw refuse("plan_upgrade_required");
    },
  },
  role_based_access_control_feature: {
    phase: "head",
    check({ known }) {
      if (!(known.features ?? []).includes("role_based_access_control")) throw refuse("feature_disabled");
    },
  },
  transactions_manage_when_applied_to_existing_transactions: {
    phase: "body",
    check({ bodyValue, known }) {
      // Absent means true.
      if (memberOf(bodyValue, "apply_to_existing_transactions") === false) return;
      const refusal = permissionRefusal(known.permissions, [{ area: "transactions", level: "manage" }]);
      if (refusal !== null) throw refuse(refusal);
    },
  },
};

function memberOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}
