/** The form that begins a reconciliation: the day of the statement and its balance. */
import type { OpenedReconciliation, Reconciliation } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { dayText } from "../kit/dates.ts";
import { DayInput } from "../kit/day-input.tsx";
import { useDraft } from "../kit/draft.ts";
import { Form, TextField } from "../kit/form.tsx";
import { centsOf } from "../kit/typed-amounts.ts";
import { useWrite } from "../parts/use-write.ts";
import { figureText } from "./words.ts";

interface StartProps {
  readonly company: string;
  readonly account: string;
  /** The statement before; null for the account's first. */
  readonly before: Reconciliation | null;
  readonly onStarted: (figures: OpenedReconciliation) => void;
  readonly onClose: () => void;
}

/** What is wrong with a typed amount; nothing while it is empty. */
const problemOf = (text: string): string | null =>
  text.trim() === "" || centsOf(text) !== null ? null : "Write an amount such as 1,250.00 or -300.00.";

/** The members of a request that are typed amounts; what is empty is left to the service. */
function amountsOf(typed: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => {
      const amount = centsOf(text);
      return amount === null ? [] : [[name, amount]];
    }),
  );
}

export function StartForm({ company, account, before, onStarted, onClose }: StartProps) {
  const [draft, write] = useDraft({ day: "", balance: "", opening: "" });
  const { day, balance, opening } = draft;
  const start = useWrite({
    mutationFn: () =>
      ownOf(company).startReconciliation({
        account_id: account,
        statement_date: day,
        ...amountsOf({ statement_balance_cents: balance, opening_balance_cents: opening }),
      }),
    onSuccess: onStarted,
  });
  return (
    <Form
      verb="Begin"
      isBusy={start.isPending}
      error={start.error}
      onSend={() => {
        if (problemOf(balance) === null && problemOf(opening) === null) start.mutate();
      }}
      onClose={onClose}
    >
      <DayInput
        label="Last day of the statement"
        param="statement_date"
        isRequired
        isFirst
        value={day}
        onDay={(date) => write({ day: date })}
      />
      <TextField
        label="Balance on that day"
        param="statement_balance_cents"
        inputMode="decimal"
        value={balance}
        problem={problemOf(balance)}
        note="Money owed is negative. Leave it empty to take what an uploaded bank file states."
        onText={(text) => write({ balance: text })}
      />
      {before === null ? (
        <TextField
          label="Balance before its first line"
          param="opening_balance_cents"
          inputMode="decimal"
          value={opening}
          problem={problemOf(opening)}
          note="Of the account's first statement. Empty is 0.00."
          onText={(text) => write({ opening: text })}
        />
      ) : (
        <p className="hint">
          It begins with {figureText(before.statement_balance_cents)}, the balance of{" "}
          {dayText(before.statement_date)}.
        </p>
      )}
    </Form>
  );
}
