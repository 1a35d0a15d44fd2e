/** The handlers of what the web console asks of the intake. */
import type { Handlers } from "../../../contract/operation.ts";
import { cents } from "@daybook/words/cents";
import { DATE_INPUT, readAs } from "../../../core/kinds.ts";
import { journalEntryId } from "@daybook/words/public-id";
import type { intakeConsoleContract } from "../contract/index.ts";
import type { IntakeService } from "../service/index.ts";

/** The number of the first line of a voucher. */
const FIRST_LINE = 1;

export function intakeConsoleHandlers(
  intake: Pick<IntakeService, "setOpeningBalances">,
): Handlers<typeof intakeConsoleContract> {
  return {
    async setOpeningBalances({ principal, body }) {
      const date = readAs(DATE_INPUT, body.date, "date");
      const balances = body.balances.map(({ category, debit_cents = 0, credit_cents = 0 }) => ({
        category,
        net_debit_cents: cents(debit_cents - credit_cents),
      }));
      const opened = await intake.setOpeningBalances(
        principal.companyId,
        { date, balances },
        body.dry_run === true,
        principal.permissions,
      );
      const sum = balances.reduce((total, { net_debit_cents }) => total + net_debit_cents, 0);
      return {
        object: "opening_balances",
        date,
        entry: opened.voucher && journalEntryId(opened.voucher, FIRST_LINE),
        difference_cents: cents(sum),
        notes: [...opened.notes],
        statements: opened.statements,
      };
    },
  };
}
