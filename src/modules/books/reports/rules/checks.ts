/**
 * The statements that `verify` computes for each month: the two whose figures must agree by double entry,
 * which they assert.
 */
import { ZERO_CENTS } from "@daybook/words/cents";
import type { StatementCheck } from "../../ledger/index.ts";
import { cashFlow, type WithoutCash } from "./cash-flow.ts";
import { balanceSheet } from "./statements.ts";

/** The totals are checked, which what happened without cash doesn't change. */
const WITHOUT_DISCLOSURE: WithoutCash = {
  nonCash: { vouchers: [], depreciation: { charged: ZERO_CENTS, released: ZERO_CENTS } },
  excludesNonCash: false,
};

export const STATEMENT_CHECKS: readonly StatementCheck[] = [
  {
    check: "balance_sheets_balance",
    figures(sums) {
      const { cash, assets, liabilities, equity } = balanceSheet(sums);
      return { cash, assets: assets.total, liabilities: liabilities.total, equity: equity.total };
    },
  },
  {
    check: "cash_flow_is_the_change_of_cash",
    figures(sums) {
      const { operating, investing, financing, beginningCash, changeInCash, endingCash } = cashFlow(
        sums,
        WITHOUT_DISCLOSURE,
      );
      return {
        "cash from operating activities": operating.total,
        "cash from investing activities": investing.total,
        "cash from financing activities": financing.total,
        "cash at the beginning": beginningCash,
        "the change in cash": changeInCash,
        "cash at the end": endingCash,
      };
    },
  },
];
