/**
 * Uploads the PDF of a return or confirmation that was filed elsewhere: the file goes to the service first,
 * which checks it, and then to its record. A refusal of the record leaves the file usable for another try.
 */
import { ApiError, type Tax } from "@daybook/client";
import { useState } from "react";
import { sendingClientOf } from "../api/sending.ts";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { today } from "../kit/dates.ts";
import { useDraft } from "../kit/draft.ts";
import { FileField } from "../kit/file-field.tsx";
import { Form, SelectField, TextField } from "../kit/form.tsx";
import { reloadFilings } from "./queries.ts";
import { yearOf } from "./view.ts";
import { STATES, statesOf } from "./words.ts";
import { useWrite } from "../parts/use-write.ts";

type Kind = "income" | "franchise";

interface UploadFormProps {
  readonly company: Company;
  readonly kind: Kind;
  /** The tax year of the record from which the form was opened. */
  readonly firstYear: number | undefined;
  readonly file: File | null;
  readonly onKind: (kind: Kind) => void;
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
  readonly onDone: (record: Tax) => void;
}

/** The service takes forms of this size; a larger one would only be cut off while it is sent. */
const LARGEST_FORM_BYTES = 26_214_400;
/** What a form has beside the file. */
const FORM_BYTES = 1_024;
const LARGEST_BYTES = LARGEST_FORM_BYTES - FORM_BYTES;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A file that the service has, with its id. */
interface Stored {
  readonly file: File;
  readonly id: string;
}

export function UploadForm(props: UploadFormProps) {
  const { company, kind, firstYear, file, onKind, onFile, onClose, onDone } = props;
  const lastYear = Number(today().slice(0, 4)) - 1;
  const incomeYears = [lastYear, lastYear - 1];
  const [{ year, firm, states }, write] = useDraft({
    year: String(firstYear ?? lastYear),
    firm: "",
    states: "",
  });
  const [stored, setStored] = useState<Stored | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const { codes, unknown } = statesOf(states);
  const incomeYear = incomeYears.find((each) => String(each) === year) ?? lastYear;

  /** Sends the file, unless the service has it from a try before. */
  async function storedId(chosen: File): Promise<string> {
    if (stored?.file === chosen) return stored.id;
    setSent(0);
    const client = sendingClientOf(company.id, (bytes, all) => setSent(all === 0 ? 0 : bytes / all));
    const { id } = await client.createFile({ file: chosen });
    setStored({ file: chosen, id });
    return id;
  }

  const upload = useWrite({
    mutationFn: async () => {
      if (file === null) throw new Error("Choose the PDF first.");
      if (file.size > LARGEST_BYTES)
        throw new Error(
          `${file.name} has ${megabytes(file.size)}. A PDF may have ${megabytes(LARGEST_BYTES)}: save it with less resolution, or in black and white.`,
        );
      if (kind === "income" && unknown.length > 0) throw new Error("Correct the states first.");
      const whole = yearOf(year);
      if (whole === undefined) throw new Error("Write the tax year in four digits.");
      const file_id = await storedId(file);
      setSent(null);
      const client = clientOf(company.id);
      return kind === "income"
        ? client.uploadIncomeReturn({ tax_year: incomeYear, tax_firm: firm, states_filed: codes, file_id })
        : client.uploadFranchiseConfirmation({ tax_year: whole, file_id });
    },
    onSettled: () => setSent(null),
    onError: (error) => {
      // The service has deleted the file meanwhile, or it belongs to a record.
      if (error instanceof ApiError && error.param === "file_id") setStored(null);
    },
    onSuccess: async (record) => {
      await reloadFilings(company.id);
      onDone(record);
    },
  });
  return (
    <Form
      verb={upload.isPending ? "Uploading…" : "Upload and record as filed"}
      isBusy={upload.isPending}
      error={upload.error}
      onSend={() => upload.mutate()}
      onClose={onClose}
    >
      <fieldset className="choices">
        <legend>What it is</legend>
        {(
          [
            ["income", "An income return", "federal, with the states it was filed in"],
            ["franchise", "Delaware’s confirmation", "of the annual report and franchise tax"],
          ] as const
        ).map(([word, name, note]) => (
          <label key={word}>
            <input type="radio" name="kind" checked={kind === word} onChange={() => onKind(word)} />
            <span>
              {name} <small>{note}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <WrongType error={upload.error} onKind={onKind} />
      <FileField
        label="The PDF"
        hint={`PDF, at most ${megabytes(LARGEST_BYTES)}, readable without a password`}
        accept="application/pdf,.pdf"
        file={file}
        onFile={(chosen) => {
          upload.reset();
          onFile(chosen);
        }}
      />
      {kind === "income" ? (
        <>
          <SelectField
            label="Tax year"
            value={String(incomeYear)}
            choices={incomeYears.map((each) => [String(each), String(each)] as const)}
            param="tax_year"
            onChoose={(text) => write({ year: text })}
            note="Returns of the last two years can be uploaded."
          />
          <TextField
            label="Prepared by"
            value={firm}
            required
            autoComplete="off"
            param="tax_firm"
            onText={(text) => write({ firm: text })}
          />
          <TextField
            label="States it was filed in"
            value={states}
            autoComplete="off"
            placeholder="CA, New York"
            problem={unknown.length === 0 ? null : `Not a state: ${unknown.join(", ")}`}
            note={
              codes.length === 0
                ? "Names or codes, with commas between; empty for federal only."
                : `Federal, ${codes.map((code) => STATES.get(code) ?? code).join(", ")}`
            }
            onText={(text) => write({ states: text })}
          />
        </>
      ) : (
        <TextField
          label="Tax year"
          value={year}
          required
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          note="The year that the filing covers."
          param="tax_year"
          onText={(text) => write({ year: text })}
        />
      )}
      <Progress isBusy={upload.isPending} sent={sent} />
      <p className="hint">
        The record of the year becomes filed elsewhere, now. An earlier document of this kind for the same
        year is replaced. This can’t be undone here.
      </p>
    </Form>
  );
}

/** Offers the other kind of document, if the service says that the file is one. */
function WrongType({ error, onKind }: { readonly error: unknown; readonly onKind: (kind: Kind) => void }) {
  if (!(error instanceof ApiError) || error.code !== "wrong_document_type") return null;
  return (
    <p>
      <button type="button" className="button" onClick={() => onKind("franchise")}>
        It is Delaware’s confirmation
      </button>
    </p>
  );
}

function Progress({ isBusy, sent }: { readonly isBusy: boolean; readonly sent: number | null }) {
  if (!isBusy) return null;
  const isSending = sent !== null && sent < 1;
  return (
    <p role="status" className="fi-progress">
      {isSending ? (
        <progress aria-label="Sending the file" max={1} value={sent} />
      ) : (
        <progress aria-label="The service checks the file" />
      )}{" "}
      {isSending ? `Sending, ${Math.round(sent * 100)}%` : "The service checks the file…"}
    </p>
  );
}
