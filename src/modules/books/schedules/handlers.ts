/** The operation on spreads: rows to views. */
import type { Handlers } from "../../../contract/operation.ts";
import { page } from "../../../contract/schemas.ts";
import type { CivilDate } from "../../../core/civil-date.ts";
import type { schedulesContract } from "./contract.ts";
import { monthsBetween, remainingCents } from "./rules.ts";
import type { SchedulesService } from "./service.ts";

function spreadView(row: Awaited<ReturnType<SchedulesService["listSpreads"]>>[number], today: CivilDate) {
  const { id, transaction_id, category_id, department_id, amount_cents, start_date, end_date, created } = row;
  return {
    id,
    object: "spread" as const,
    transaction_id,
    category_id,
    department_id,
    amount_cents,
    start_date,
    end_date,
    months: monthsBetween(start_date, end_date),
    remaining_cents: remainingCents(row, today),
    created,
  };
}

export function schedulesHandlers(schedules: SchedulesService): Handlers<typeof schedulesContract> {
  return {
    async listSpreads({ principal, input: { transaction_id, starting_after, limit }, today }) {
      const rows = await schedules.listSpreads(
        principal.companyId,
        transaction_id,
        starting_after,
        limit + 1,
      );
      return page(
        "/spreads",
        rows,
        limit,
        (row) => spreadView(row, today),
        ({ id }) => id,
      );
    },
  };
}
