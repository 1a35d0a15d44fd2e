/** The fields of a new import: its files, and what a file may leave open. */
import type { BookImportFilesForm } from "../api/generated/schemas.ts";
import { FileField } from "../parts/file-field.tsx";

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
    <div className="filters">
      <label>
        Dates are written
        <select
          value={answers.date_format ?? ""}
          onChange={(event) =>
            onChange({
              ...answers,
              date_format: DATE_FORMATS.find((each) => each === event.target.value),
            })
          }
        >
          <option value="">as the file shows</option>
          {DATE_FORMATS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label>
        Closing entries are
        <select
          value={answers.closing_vouchers ?? ""}
          onChange={({ target: { value } }) =>
            onChange({
              ...answers,
              closing_vouchers: value === "keep" || value === "leave-out" ? value : undefined,
            })
          }
        >
          <option value="">left out where they are sure</option>
          {Object.entries(CLOSING).map(([word, name]) => (
            <option key={word} value={word}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {!hasTrial ? null : (
        <label>
          Trial balance of
          <input
            type="date"
            value={answers.trial_balance_date ?? ""}
            onChange={({ target: { value } }) =>
              onChange({ ...answers, trial_balance_date: value === "" ? undefined : value })
            }
          />
        </label>
      )}
    </div>
  );
}
