/** The fields of a new import: its files, and what a file may leave open. */
import type { BookImportFilesForm } from "../api/generated/schemas.ts";
import { useState } from "react";
import { Select } from "../kit/select.tsx";
import { SelectField } from "../kit/form.tsx";
import { DayInput } from "../kit/day-input.tsx";
import { FileField } from "../kit/file-field.tsx";

const DATE_FORMATS = ["YYYY-MM-DD", "MM/DD/YYYY", "DD/MM/YYYY"] as const;
const CLOSING = { "leave-out": "left out", keep: "kept" } as const;
export type Answers = Omit<BookImportFilesForm, "file" | "accounts" | "trial_balance">;

type FileName = "file" | "trial" | "accounts";
type FilesProps = Readonly<Record<FileName, File | null>> & {
  readonly on: Readonly<Record<FileName, (file: File) => void>>;
};

export function Files({ file, trial, accounts, on }: FilesProps) {
  return (
    <div className="im-files">
      <FileField
        label="The books"
        hint="QuickBooks, Xero, Wave, GnuCash, beancount, hledger, ledger, YNAB, or a journal as CSV or XLSX"
        file={file}
        onFile={on.file}
      />
      <FileField
        label="A trial balance, which proves the books"
        hint="Trial balance of the other program (optional)"
        file={trial}
        onFile={on.trial}
      />
      <FileField
        label="A list of accounts"
        hint="Chart or account list of the other program (optional)"
        file={accounts}
        onFile={on.accounts}
      />
    </div>
  );
}

interface SettingsProps {
  readonly answers: Answers;
  readonly hasTrial: boolean;
  readonly onChange: (answers: Answers) => void;
}

export function Settings({ answers, hasTrial, onChange }: SettingsProps) {
  return (
    <div className="bar">
      <SelectField
        label="Dates are written"
        value={answers.date_format ?? ""}
        choices={[["", "as the file shows"], ...DATE_FORMATS.map((each) => [each, each] as const)]}
        onChoose={(value) =>
          onChange({ ...answers, date_format: DATE_FORMATS.find((each) => each === value) })
        }
      />
      <SelectField
        label="Closing entries are"
        value={answers.closing_vouchers ?? ""}
        choices={[["", "left out where they are sure"], ...Object.entries(CLOSING)]}
        onChoose={(value) =>
          onChange({
            ...answers,
            closing_vouchers: value === "keep" || value === "leave-out" ? value : undefined,
          })
        }
      />
      {!hasTrial ? null : (
        <DayInput
          label="Trial balance of"
          value={answers.trial_balance_date ?? ""}
          onDay={(day) => onChange({ ...answers, trial_balance_date: day === "" ? undefined : day })}
        />
      )}
    </div>
  );
}

interface WholeTextProps {
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A field whose text is taken once it is whole, by Enter or on leaving it: what it changes takes time. */
function WholeText({ value, onText }: WholeTextProps) {
  const [typed, setTyped] = useState(value);
  const take = (): void => {
    if (typed !== value) onText(typed);
  };
  return (
    <input
      type="text"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => (key === "Enter" ? take() : undefined)}
    />
  );
}

const HOLDS = {
  date: "Date",
  description: "Description",
  account: "Account",
  debit: "Debit",
  credit: "Credit",
  amount: "Amount, debits positive",
  journal: "Number of the entry",
  merchant: "Merchant",
  department: "Department",
} as const;
const ROLES_SHOWN = ["working_capital", "non_cash", "investing", "financing", "cash"] as const;
type Role = NonNullable<Answers["cash_flow"]>[number]["role"];

/** What a file may leave open more rarely: its columns, prices, and sections of the cash flow statement. */
export function MoreSettings({ answers, onChange }: Omit<SettingsProps, "hasTrial">) {
  const { columns = [], prices = [], cash_flow: roles = [] } = answers;
  return (
    <details>
      <summary>Columns, prices and cash flow</summary>
      <fieldset className="bar">
        <legend>Which column of a journal as CSV is what, where its title does not say it</legend>
        {Object.entries(HOLDS).map(([name, text]) => (
          <label key={name}>
            {text}
            <WholeText
              value={columns.find(({ holds }) => holds === name)?.column ?? ""}
              onText={(value) => {
                const others = columns.filter(({ holds }) => holds !== name);
                const holds = name as keyof typeof HOLDS;
                onChange({
                  ...answers,
                  columns: value === "" ? others : [...others, { holds, column: value }],
                });
              }}
            />
          </label>
        ))}
      </fieldset>
      <Pairs
        legend="Dollars for one of a currency or commodity, where the file has no price"
        name="Currency or commodity"
        value="Dollars"
        pairs={prices.map(({ commodity, price }) => [commodity, String(price)] as const)}
        isValue={(text) => Number(text) > 0 && Number.isFinite(Number(text))}
        onChange={(pairs) =>
          onChange({
            ...answers,
            prices: pairs.map(([commodity, price]) => ({ commodity, price: Number(price) })),
          })
        }
      />
      <Pairs
        legend="Where the changes of an account stand in the cash flow statement"
        name="Account, as the file names it"
        value="Section"
        options={ROLES_SHOWN}
        pairs={roles.map(({ account, role }) => [account, role] as const)}
        isValue={(text) => ROLES_SHOWN.some((each) => each === text)}
        onChange={(pairs) =>
          onChange({
            ...answers,
            cash_flow: pairs.map(([account, role]) => ({ account, role: role as Role })),
          })
        }
      />
    </details>
  );
}

interface PairsProps {
  readonly legend: string;
  readonly name: string;
  readonly value: string;
  /** The values to choose from; without them the value is typed. */
  readonly options?: readonly string[];
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly isValue: (text: string) => boolean;
  readonly onChange: (pairs: readonly (readonly [name: string, value: string])[]) => void;
}

/** Names with a value each, which are added and taken away one by one. */
function Pairs({ legend, name, value, options, pairs, isValue, onChange }: PairsProps) {
  const [typed, setTyped] = useState({ name: "", value: options?.[0] ?? "" });
  const isWhole = typed.name.trim() !== "" && isValue(typed.value);
  return (
    <fieldset className="bar">
      <legend>{legend}</legend>
      {pairs.map(([each, of]) => (
        <p key={each}>
          {/* A field of the form, so that leaving the page asks for it. */}
          <input type="hidden" value={`${each} ${of}`} />
          <span dir="auto">
            {each}: {of}
          </span>{" "}
          <button
            type="button"
            className="button plain"
            onClick={() => onChange(pairs.filter(([other]) => other !== each))}
          >
            Remove {each}
          </button>
        </p>
      ))}
      <label>
        {name}
        <input
          type="text"
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
      </label>
      <label>
        {value}
        {options === undefined ? (
          <input
            type="text"
            inputMode="decimal"
            value={typed.value}
            onChange={({ target }) => setTyped({ ...typed, value: target.value })}
          />
        ) : (
          <Select
            value={typed.value}
            choices={options.map((each) => [each, each.replaceAll("_", " ")] as const)}
            onChoose={(word) => setTyped({ ...typed, value: word })}
          />
        )}
      </label>
      <button
        type="button"
        className="button"
        disabled={!isWhole}
        onClick={() => {
          const added = typed.name.trim();
          onChange([...pairs.filter(([other]) => other !== added), [added, typed.value]]);
          setTyped({ name: "", value: options?.[0] ?? "" });
        }}
      >
        Add
      </button>
    </fieldset>
  );
}
