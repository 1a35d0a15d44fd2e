/** The handler of the spreads' operation: it turns rows into API responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { page } from "../../../contract/schemas.ts";
import { type schedulesContract, spreadSchema } from "./contract.ts";
import { SPREADS } from "./record.ts";
import { lastDayOf, monthsBetween, remainingCents } from "./rules/index.ts";
import type { SchedulesService } from "./service.ts";

export function schedulesHandlers(schedules: SchedulesService): Handlers<typeof schedulesContract> {
  return {
    async listSpreads({ principal, input, today }) {
      const rows = await schedules.listSpreads(principal.companyId, input);
      return page(
        "/spreads",
        rows,
        input.limit,
        viewing(SPREADS, spreadSchema, (row) => ({
          object: "spread",
          end_date: lastDayOf(row),
          months: monthsBetween(row.start_date, lastDayOf(row)),
          remaining_cents: remainingCents(row, today),
        })),
      );
    },
  };
}
