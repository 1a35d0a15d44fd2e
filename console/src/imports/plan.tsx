/** The plan of an import: counts, questions, what the source changed, the proof, and what each account is. */
import type { BookImportPlan } from "../api/generated/schemas.ts";
import { Select } from "../kit/select.tsx";
import { Table } from "../kit/table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import {
  type AccountKind,
  type Choice,
  counted,
  countsOf,
  cureOf,
  KIND_NAMES,
  KINDS,
  number,
} from "./words.ts";

interface PlanProps {
  readonly plan: BookImportPlan;
  /** True while another plan is read, with other answers. */
  readonly isStale: boolean;
  readonly kinds: ReadonlyMap<string, AccountKind>;
  readonly onKind: (account: string, kind: AccountKind | null) => void;
  readonly onChoice: (voucher: string, choice: Choice) => void;
  readonly onAll: (choice: Choice) => void;
}

export function Plan({ plan, isStale, kinds, onKind, onChoice, onAll }: PlanProps) {
  const asked = plan.accounts.filter(({ account, kind }) => kind === null || kinds.has(account));
  return (
    <div className={isStale ? "im-plan stale" : "im-plan"} aria-busy={isStale}>
      {plan.format === null ? null : (
        <>
          <p role="status">
            {plan.format}: {counted(plan.vouchers, "voucher")} with {counted(plan.entries, "line")}
            {plan.first_date === null || plan.last_date === null
              ? "."
              : `, ${dayText(plan.first_date)} to ${dayText(plan.last_date)}.`}
          </p>
          <dl className="im-counts">
            {countsOf(plan).map(([name, count, what]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <b>{number(count)}</b> <small>{what}</small>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <Problem plan={plan} />
      {asked.length === 0 ? null : <Questions asked={asked} kinds={kinds} onKind={onKind} />}
      <Changes plan={plan} onChoice={onChoice} onAll={onAll} />
      {plan.proof === null ? null : <Proof proof={plan.proof} />}
      {plan.notes.map((note) => (
        <p key={note} className="note" dir="auto">
          {note}
        </p>
      ))}
      {plan.accounts.length === asked.length ? null : <Accounts plan={plan} kinds={kinds} />}
      {plan.skipped.map(({ reason, lines }) => (
        <p key={reason} className="soft">
          Passed over, {reason}: {counted(lines, "line")}.
        </p>
      ))}
    </div>
  );
}

function Problem({ plan: { problem } }: Pick<PlanProps, "plan">) {
  if (problem === null) return null;
  const cure = cureOf(problem.param);
  return (
    <div className="note" role="alert">
      {problem.message.split("\n").map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
      {cure === null ? null : <p>{cure}</p>}
    </div>
  );
}

interface QuestionsProps extends Pick<PlanProps, "kinds" | "onKind"> {
  readonly asked: BookImportPlan["accounts"];
}

function Questions({ asked, kinds, onKind }: QuestionsProps) {
  return (
    <section>
      <h2>Choose a type for {counted(asked.length, "account")}</h2>
      <div className="im-scroller" tabIndex={0} role="region" aria-label="Accounts that need a type">
        <Table
          look="list"
          caption="Accounts that need a type"
          heads={["Account in the file", "Becomes", ["Known of it", "list-wide"]]}
        >
          <tbody>
            {asked.map(({ account, evidence }) => (
              <tr key={account}>
                <th scope="row" dir="auto">
                  {account}
                </th>
                <td>
                  <Select
                    label={`What ${account} is`}
                    value={kinds.get(account) ?? ""}
                    choices={[
                      ["", "Choose a type"],
                      ...KIND_NAMES.map((kind) => [kind, KINDS[kind]] as const),
                    ]}
                    onChoose={(value) => onKind(account, KIND_NAMES.find((each) => each === value) ?? null)}
                  />
                </td>
                <td className="soft list-wide">{evidence.join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

function Changes({ plan, onChoice, onAll }: Pick<PlanProps, "plan" | "onChoice" | "onAll">) {
  const { changed, gone, changed_count, gone_count } = plan;
  const count = changed_count + gone_count;
  if (count === 0) return null;
  const left = count - changed.length - gone.length;
  return (
    <section>
      <h2>{counted(count, "voucher")} changed in the other program since the last import</h2>
      <p className="buttons">
        <button type="button" className="button" onClick={() => onAll("apply")}>
          Use the file for all
        </button>
        <button type="button" className="button" onClick={() => onAll("leave")}>
          Keep all of your books
        </button>
      </p>
      <div className="im-scroller" tabIndex={0} role="region" aria-label="Changed vouchers">
        <Table
          look="list"
          caption="Changed vouchers"
          heads={["Date", "Voucher", "In your books", "In the file", "Choice"]}
        >
          <tbody>
            {changed.map((each) => (
              <tr key={each.voucher_id}>
                <td className="day">{dayText(each.was_date)}</td>
                <td dir="auto">{each.was_description}</td>
                <AmountCell cents={each.was_amount_cents} />
                <td dir="auto">
                  {[
                    each.date === each.was_date ? null : dayText(each.date),
                    each.description === each.was_description ? null : each.description,
                    amountText(each.amount_cents),
                  ]
                    .filter((text) => text !== null)
                    .join(", ")}
                </td>
                <td>
                  <ChoiceField voucher={each} onChoice={onChoice} />
                </td>
              </tr>
            ))}
            {gone.map((each) => (
              <tr key={each.voucher_id}>
                <td className="day">{dayText(each.date)}</td>
                <td dir="auto">{each.description}</td>
                <AmountCell cents={each.amount_cents} />
                <td>deleted</td>
                <td>
                  <ChoiceField voucher={each} onChoice={onChoice} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {left > 0 ? <p className="soft">And {number(left)} more, for which the choice for all holds.</p> : null}
    </section>
  );
}

interface ChoiceProps extends Pick<PlanProps, "onChoice"> {
  readonly voucher: { readonly voucher_id: string; readonly description: string; readonly applied: boolean };
}

function ChoiceField({ voucher: { voucher_id, description, applied }, onChoice }: ChoiceProps) {
  return (
    <Select
      label={`What becomes of ${description}`}
      value={applied ? "apply" : "leave"}
      choices={[
        ["leave", "Keep"],
        ["apply", "Use file"],
      ]}
      onChoose={(value) => onChoice(voucher_id, value === "apply" ? "apply" : "leave")}
    />
  );
}

function Proof({ proof }: { readonly proof: NonNullable<BookImportPlan["proof"]> }) {
  const { date, accounts, difference_count: count, differences } = proof;
  return (
    <section>
      <h2>Trial balance, {dayText(date)}</h2>
      {count === 0 ? (
        <p role="status">All {counted(accounts, "account")} will be equal to the cent.</p>
      ) : (
        <>
          <p className="problem">{counted(count, "account")} would differ, so nothing can be imported.</p>
          <div className="im-scroller" tabIndex={0} role="region" aria-label="Differences">
            <Table
              look="list"
              caption="Differences"
              heads={["Account", ["Trial balance", "n"], ["After the import", "n"]]}
            >
              <tbody>
                {differences.map(({ account, expected_cents, found_cents }) => (
                  <tr key={account}>
                    <th scope="row" dir="auto">
                      {account}
                    </th>
                    <td className="n">{expected_cents === null ? "none" : amountText(expected_cents)}</td>
                    <AmountCell cents={found_cents} />
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        </>
      )}
    </section>
  );
}

function Accounts({ plan, kinds }: Pick<PlanProps, "plan" | "kinds">) {
  const sure = plan.accounts.filter(({ account, kind }) => kind !== null && !kinds.has(account));
  return (
    <details>
      <summary>{counted(sure.length, "account")} recognized</summary>
      <div className="im-scroller" tabIndex={0} role="region" aria-label="Recognized accounts">
        <Table
          look="list"
          caption="Recognized accounts"
          heads={["Account in the file", "Becomes", "Because of"]}
        >
          <tbody>
            {sure.map(({ account, kind, reason }) => (
              <tr key={account}>
                <th scope="row" dir="auto">
                  {account}
                </th>
                <td>{kind === null ? "" : KINDS[kind]}</td>
                <td className="soft">{reason}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
