/**
 * The form of a rule: its name, its conditions and what it gives. It is tried on the past while it is
 * written, so that one sees what it would do before it is saved.
 */
import { LIMITS } from "../api/generated/limits.ts";
import type { RuleCondition } from "@daybook/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDraft } from "../kit/draft.ts";
import { TextField } from "../kit/form.tsx";
import { MarksContext, useMarks } from "../kit/marks.ts";
import { Select } from "../kit/select.tsx";
import { Button } from "../kit/button.tsx";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Amount } from "../kit/amount.tsx";
import { dayText } from "../kit/dates.ts";
import { Refusal } from "../kit/refusal.tsx";
import { NameField } from "../kit/name-field.tsx";
import type { Names } from "../parts/names.ts";
import { Read } from "../parts/read.tsx";
import {
  conditionsOf,
  type DraftCondition,
  FIELD_NAMES,
  type Field,
  operatorsOf,
  withField,
} from "./words.ts";
import "./rules.css";
import { useWrite } from "../parts/use-write.ts";

/** A rule as it is written. */
export interface RuleDraft {
  readonly name: string;
  readonly conditions: readonly DraftCondition[];
  readonly category: string | null;
  readonly department: string | null;
}

/** What is saved of it. */
interface WrittenRule {
  readonly name: string;
  readonly conditions: RuleCondition[];
  readonly category_id: string;
  readonly department_id: string | null;
}

interface RuleFormProps {
  readonly company: Company;
  readonly names: Names;
  readonly draft: RuleDraft;
  /** What the button says. */
  readonly verb: string;
  /** What a field of text becomes when it is chosen; left out where it keeps its letters. */
  readonly textOf?: (field: Field) => string | undefined;
  readonly save: (rule: WrittenRule, appliesToPast: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** Most conditions of one rule, as the API has it. */
const MOST_CONDITIONS = LIMITS.rule_conditions;
const NEXT: DraftCondition = { field: "amount_cents", operator: "less_than", value: "0" };

export function RuleForm(props: RuleFormProps) {
  const { company, names, draft, verb, textOf, save, onClose } = props;
  const canApply = company.permissions.transactions === "manage";
  const [rule, write] = useDraft({ ...draft, ofPast: canApply });
  const { name, conditions: drafts, category, department, ofPast } = rule;
  const conditions = conditionsOf(drafts);
  const isReady = conditions !== null && category !== null && name.trim() !== "";
  const sending = useWrite({
    mutationFn: async () => {
      if (conditions === null || category === null) return;
      await save({ name: name.trim(), conditions, category_id: category, department_id: department }, ofPast);
    },
  });
  const { isMarked, ...marks } = useMarks(sending.error);
  const change = (at: number, condition: DraftCondition): void =>
    write({ conditions: drafts.map((each, index) => (index === at ? condition : each)) });
  return (
    <form
      className="ru-form"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter does what the button does, and nothing while that can't be pressed.
        sending.mutate();
      }}
    >
      <MarksContext value={marks}>
        <TextField
          label="Name of the rule"
          maxLength={200}
          value={name}
          param="name"
          onText={(text) => write({ name: text })}
        />
      </MarksContext>
      <fieldset className="ru-conditions">
        <legend>When all of these match</legend>
        {drafts.map((condition, at) => (
          <Condition
            key={at}
            number={at + 1}
            condition={condition}
            names={names}
            onChange={(next) => {
              const text = next.field === condition.field ? undefined : textOf?.(next.field);
              change(at, text === undefined ? next : { ...next, value: text });
            }}
            onRemove={
              drafts.length > 1
                ? () => write({ conditions: drafts.filter((_, index) => index !== at) })
                : undefined
            }
          />
        ))}
        <button
          type="button"
          className="button plain"
          disabled={drafts.length >= MOST_CONDITIONS}
          onClick={() => write({ conditions: [...drafts, NEXT] })}
        >
          Add a condition
        </button>
      </fieldset>
      <div className="ru-gives">
        <span className="soft">Set category to</span>
        <NameField
          label="Category"
          value={names.nameOf(category)}
          choices={names.categories}
          onChoose={({ id }) => write({ category: id })}
        />
        {company.features.includes("departments") ? (
          <NameField
            label="Department"
            value={names.nameOf(department)}
            choices={names.departments}
            onChoose={({ id }) => write({ department: id })}
          />
        ) : null}
      </div>
      {canApply ? (
        <label className="ru-tick">
          <input type="checkbox" checked={ofPast} onChange={() => write({ ofPast: !ofPast })} />
          apply it to what is uncategorized now
        </label>
      ) : null}
      <Tried company={company} conditions={conditions} category={category} />
      {isMarked ? null : <Refusal error={sending.error} />}
      <div className="dialog-foot">
        <button type="button" className="button" data-discards onClick={onClose}>
          Cancel
        </button>
        <Button type="submit" className="button primary" isBusy={sending.isPending} disabled={!isReady}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

function Condition(props: {
  readonly number: number;
  readonly condition: DraftCondition;
  readonly names: Names;
  readonly onChange: (condition: DraftCondition) => void;
  readonly onRemove: (() => void) | undefined;
}) {
  const { number, condition, names, onChange, onRemove } = props;
  const { field, operator, value } = condition;
  return (
    <div className="ru-condition">
      <Select
        label={`Field ${number}`}
        value={field}
        choices={Object.entries(FIELD_NAMES)}
        onChoose={(word) => onChange(withField(condition, word as Field))}
      />
      <Select
        label={`Comparison ${number}`}
        value={operator}
        choices={operatorsOf(field)}
        onChoose={(chosenWord) => {
          const chosen = operatorsOf(field).find(([word]) => word === chosenWord)?.[0];
          if (chosen !== undefined) onChange({ ...condition, operator: chosen });
        }}
      />
      {field === "account_id" ? (
        <NameField
          label={`Account ${number}`}
          value={names.nameOf(value)}
          choices={names.accounts}
          onChoose={({ id }) => onChange({ ...condition, value: id ?? "" })}
        />
      ) : (
        <input
          aria-label={field === "amount_cents" ? `Amount ${number}` : `Letters ${number}`}
          dir="auto"
          inputMode={field === "amount_cents" ? "decimal" : "text"}
          maxLength={LIMITS.text_field_characters}
          value={value}
          onChange={({ target }) => onChange({ ...condition, value: target.value })}
        />
      )}
      {onRemove === undefined ? null : (
        <button
          type="button"
          className="button plain"
          aria-label={`Remove condition ${number}`}
          onClick={onRemove}
        >
          ×
        </button>
      )}
    </div>
  );
}

/** What conditions and a category would have done to the past. */
export function Tried(props: {
  readonly company: Company;
  readonly conditions: readonly RuleCondition[] | null;
  readonly category: string | null;
}) {
  const { company, conditions, category } = props;
  const trial = useQuery({
    queryKey: ["rule trial", company.id, conditions, category],
    enabled: conditions !== null && category !== null && company.permissions.transactions !== "none",
    placeholderData: keepPreviousData,
    // What was tried before the rule was applied is not so any more.
    staleTime: 0,
    queryFn: ({ signal }) =>
      ownOf(company.id).tryRule(
        { conditions: [...(conditions ?? [])], category_id: category ?? "" },
        { signal },
      ),
  });
  if (company.permissions.transactions === "none")
    return <p className="soft">To try it on the past, you need to see the transactions.</p>;
  return (
    <section className="ru-trial" aria-label="Preview on past transactions">
      {conditions === null ? (
        <p>Write its conditions to try the rule on the past.</p>
      ) : category === null ? (
        <p>Choose a category to try the rule on the past.</p>
      ) : (
        <Read query={trial} what="what it would have done">
          {(tried) => <Trial tried={tried} />}
        </Read>
      )}
    </section>
  );
}

type Tried = Awaited<ReturnType<ReturnType<typeof ownOf>["tryRule"]>>;

const SHOWN = 6;

function Trial({ tried }: { readonly tried: Tried }) {
  const number = (count: number): string => count.toLocaleString("en-US");
  return (
    <>
      <p role="status">
        It meets {number(tried.matches)} of {tried.is_whole ? "all" : "the latest"} {number(tried.examined)}{" "}
        transactions: {number(tried.uncategorized)} uncategorized, {number(tried.agreeing)} with this
        category.
      </p>
      {tried.others.length === 0 ? null : (
        <p className="note" dir="auto">
          Others have been categorized differently:{" "}
          {tried.others
            .slice(0, 5)
            .map(({ category_name, matches }) => `${category_name} (${number(matches)})`)
            .join(", ")}
          . They stay as they are.
        </p>
      )}
      <ul className="rows">
        {tried.samples.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <span className="what" dir="auto">
              {row.merchant_name ?? row.description}
              <small>
                {dayText(row.date)}, {row.category_name ?? "split or transfer"}
              </small>
            </span>
            <span className="n">
              <Amount cents={row.amount_cents} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
