/**
 * The form of a journal entry that a person posts: its lines with debits and credits, what is left until they
 * are equal, and what it changes in the three statements before it is posted.
 */
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useMemo, useState } from "react";
import { Table } from "../kit/table.tsx";
import { DayInput } from "../kit/day-input.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { Button } from "../kit/button.tsx";
import type { EntryPreview } from "../api/generated/schemas.ts";
import { categoriesQuery, departmentsQuery, forgetBooks } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { today } from "../kit/dates.ts";
import { NameField } from "../kit/name-field.tsx";
import { categoryChoices, emptyLine, faultOf, type Line, sentLine, sumOf } from "./lines.ts";
import { SideFields } from "./side-fields.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useWrite } from "../parts/use-write.ts";

const STATEMENT_NAMES = {
  income_statement: "Income statement",
  balance_sheet: "Balance sheet",
  cash_flow: "Cash flow",
} as const;

interface FormProps {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onPosted: (entry: string) => void;
}

export function EntryForm({ company, onClose, onPosted }: FormProps) {
  const [facts, setFacts] = useState(newFacts);
  const [lines, setLines] = useState<readonly Line[]>([emptyLine(0), emptyLine(1)]);
  const [preview, setPreview] = useState<EntryPreview | null>(null);
  const chart = useQuery(categoriesQuery(company.id)).data;
  const categories = useMemo(() => categoryChoices(chart ?? []), [chart]);
  const hasDepartments = company.features.includes("departments");
  const assignable = useQuery({ ...departmentsQuery(company.id), enabled: hasDepartments }).data?.filter(
    (department) => department.assignable,
  );
  const departments = assignable?.length ? [{ id: null, name: "None" }, ...assignable] : [];
  const entry = { ...sentFacts(facts), lines: lines.map(sentLine) };
  const check = useWrite({
    mutationFn: () => ownOf(company.id).previewManualEntry(entry),
    onSuccess: setPreview,
  });
  const post = useWrite({
    mutationFn: () => ownOf(company.id).createManualEntry(entry),
    onSuccess: async (posted) => {
      await forgetBooks(company.id);
      onPosted(posted.entry);
    },
  });
  /** What was previewed is no longer what would be posted. */
  const changed = (): void => {
    setPreview(null);
    check.reset();
    post.reset();
  };
  const setLine = (key: number, change: Partial<Line>): void => {
    changed();
    setLines(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));
  };
  const fault = facts.memo.trim() === "" ? "The entry has no memo." : faultOf(lines);
  const [debits, credits] = [sumOf(lines, "debit"), sumOf(lines, "credit")];
  const isPending = check.isPending || post.isPending;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (fault !== null || isPending) return;
    if (preview === null) check.mutate();
    else post.mutate();
  };
  const error = check.error ?? post.error;
  return (
    <form className="jr-form" onSubmit={submit} aria-label="New journal entry">
      <EntryFacts
        facts={facts}
        onWrite={(change) => {
          changed();
          setFacts({ ...facts, ...change });
        }}
      />
      <div className="scroller jr-lines jr-entry">
        <Table
          look="list"
          caption="The lines of the entry"
          heads={[
            "Category",
            ...(departments.length === 0 ? [] : ["Department"]),
            ["Debit", "n"],
            ["Credit", "n"],
            ["Remove", "unseen"],
          ]}
        >
          <tbody>
            {lines.map((line, index) => (
              <tr key={line.key}>
                <td>
                  <NameField
                    label={`Category of line ${index + 1}`}
                    hint="Choose a category"
                    value={categories.find(({ id }) => id === line.category)?.name ?? null}
                    choices={categories}
                    onChoose={({ id }) => setLine(line.key, { category: id ?? "" })}
                  />
                </td>
                {departments.length === 0 ? null : (
                  <td>
                    <NameField
                      label={`Department of line ${index + 1}`}
                      hint="None"
                      value={departments.find(({ id }) => id === line.department)?.name ?? null}
                      choices={departments}
                      onChoose={({ id }) => setLine(line.key, { department: id ?? "" })}
                    />
                  </td>
                )}
                <SideFields
                  of={`line ${index + 1}`}
                  written={line}
                  onWrite={(side, text) => setLine(line.key, { [side]: text })}
                />
                <td>
                  <button
                    type="button"
                    className="button plain"
                    aria-label={`Remove line ${index + 1}`}
                    disabled={lines.length <= 2}
                    onClick={() => {
                      changed();
                      setLines(lines.filter(({ key }) => key !== line.key));
                    }}
                  >
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={departments.length === 0 ? 1 : 2}>
                Total
              </th>
              <AmountCell cents={debits} />
              <AmountCell cents={credits} />
              <td />
            </tr>
          </tfoot>
        </Table>
      </div>
      <p className="says" role="status">
        {debits === credits
          ? "Debits equal credits."
          : `${amountText(Math.abs(debits - credits))} of ${debits > credits ? "credits" : "debits"} are left.`}
      </p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() => {
            changed();
            setLines([...lines, emptyLine(1 + Math.max(...lines.map(({ key }) => key)))]);
          }}
        >
          Add a line
        </button>
      </p>
      {preview === null ? null : <Preview preview={preview} />}
      <Refusal error={error} />
      <p className="jr-buttons" data-previews={preview === null || undefined}>
        <Button type="submit" className="button primary" isBusy={isPending} disabled={fault !== null}>
          {preview === null ? "Show what it changes" : "Post the entry"}
        </Button>
        <button type="button" className="button plain" data-discards onClick={onClose}>
          Cancel
        </button>
        {fault === null ? null : <span className="soft">{fault}</span>}
      </p>
    </form>
  );
}

/** What an entry says beside its lines. */
interface Facts {
  readonly date: string;
  readonly memo: string;
  readonly adjusting: boolean;
  /** The day of its reversal; empty for none. */
  readonly reverses_on: string;
}

const newFacts = (): Facts => ({ date: today(), memo: "", adjusting: false, reverses_on: "" });

/** What is sent of the facts. */
const sentFacts = ({ reverses_on, ...facts }: Facts) => ({ ...facts, reverses_on: reverses_on || null });

interface FactsProps {
  readonly facts: Facts;
  readonly onWrite: (change: Partial<Facts>) => void;
}

function EntryFacts({ facts: { date, memo, adjusting, reverses_on }, onWrite }: FactsProps) {
  return (
    <div className="jr-facts">
      <DayInput label="Date" isRequired value={date} onDay={(day) => onWrite({ date: day })} />
      <label className="jr-memo">
        Memo
        <input
          required
          value={memo}
          placeholder="What the entry is for"
          onChange={(event) => onWrite({ memo: event.target.value })}
        />
      </label>
      <label className="jr-mark">
        <input
          type="checkbox"
          checked={adjusting}
          onChange={(event) => onWrite({ adjusting: event.target.checked })}
        />
        Adjusting entry
      </label>
      <DayInput label="Reverses on" value={reverses_on} onDay={(day) => onWrite({ reverses_on: day })} />
    </div>
  );
}

/** What an entry changes in the statements. */
export function Preview({ preview: { statements } }: { readonly preview: Pick<EntryPreview, "statements"> }) {
  return (
    <section className="jr-preview" aria-label="What it changes">
      {statements.map(({ report_type, rows }) => (
        <Table key={report_type} caption={STATEMENT_NAMES[report_type]} isCaptionSeen>
          <tbody>
            {rows.length === 0 ? (
              <tr>
                <th scope="row">No change</th>
                <td />
              </tr>
            ) : null}
            {rows.map(({ label, depth, change_cents }, index) => (
              <tr key={index} className={depth === 0 ? "jr-total" : undefined}>
                <th scope="row" dir="auto">
                  {label}
                </th>
                <AmountCell cents={change_cents} />
              </tr>
            ))}
          </tbody>
        </Table>
      ))}
    </section>
  );
}
