/**
 * The form of what is open in other books: a file, which is read and compared with the ledger first, and then
 * brought in. A file that does not agree is refused, by party, and nothing is stored.
 */
import { useState } from "react";
import type { OpenedItems, OpenItemsFile, OpenItemsUploadForm } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import { AmountCell } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { DayInput } from "../kit/day-input.tsx";
import { FileField } from "../kit/file-field.tsx";
import { Form, SelectField } from "../kit/form.tsx";
import { Table } from "../kit/table.tsx";
import { useWrite } from "../parts/use-write.ts";
import { useItemWrite } from "./queries.ts";
import { useSide } from "./side.ts";

const DATE_FORMATS = ["YYYY-MM-DD", "MM/DD/YYYY", "DD/MM/YYYY"] as const;

interface Given {
  readonly file: File | null;
  readonly date: string;
  readonly format: OpenItemsUploadForm["date_format"];
  /** The file as it was read, and what would come in. */
  readonly read: { readonly list: OpenItemsFile; readonly would: OpenedItems } | null;
}

export function BringInForm(props: {
  readonly company: string;
  readonly onClose: () => void;
  readonly onDone: (opened: OpenedItems) => void;
}) {
  const { company, onClose, onDone } = props;
  const { area, calls, words } = useSide();
  const [given, setGiven] = useState<Given>({ file: null, date: "", format: undefined, read: null });
  const { file, date, format, read } = given;
  const change = (changed: Partial<Given>): void => setGiven({ ...given, read: null, ...changed });
  const bring = (list: OpenItemsFile, preview: boolean): Promise<OpenedItems> =>
    calls.bringIn(company, { date: list.date, items: list.items, totals: list.totals, preview });
  const look = useWrite({
    mutationFn: async (sent: File) => {
      const list = await ownOf(company).readOpenItems({
        file: sent,
        side: area === "bills" ? "payable" : "receivable",
        ...(date === "" ? {} : { date }),
        ...(format === undefined ? {} : { date_format: format }),
      });
      return { list, would: await bring(list, true) };
    },
    onSuccess: (found) => setGiven({ ...given, read: found }),
  });
  const store = useItemWrite((list: OpenItemsFile) => bring(list, false), onDone);
  const send = (): void => {
    if (read !== null) store.mutate(read.list);
    else if (file !== null) look.mutate(file);
  };
  return (
    <Form
      verb={read === null ? "Compare with the ledger" : words.bringVerb(read.would.count)}
      isBusy={look.isPending || store.isPending}
      error={look.error ?? store.error}
      onSend={send}
      onClose={onClose}
    >
      <FileField
        label="The file"
        hint={words.bringHint}
        accept=".csv,.xlsx,text/csv"
        file={file}
        onFile={(chosen) => change({ file: chosen })}
      />
      <DayInput
        label="Open at the end of"
        param="date"
        value={date}
        onDay={(day) => change({ date: day })}
        note="Left empty: the day in the title of the file."
      />
      <SelectField
        label="Dates are written"
        param="date_format"
        value={format ?? ""}
        choices={[["", "as the file shows"], ...DATE_FORMATS.map((each) => [each, each] as const)]}
        onChoose={(value) => change({ format: DATE_FORMATS.find((each) => each === value) })}
      />
      {read === null ? null : <WouldComeIn {...read} />}
    </Form>
  );
}

/** What would come in, by party, beside the ledger. */
function WouldComeIn({ list, would }: NonNullable<Given["read"]>) {
  const { words } = useSide();
  return (
    <>
      <Table
        caption={`${words.Many} that are open at the end of ${dayText(would.date)}, by ${words.party}`}
        heads={[words.Party, [words.Many, "n"], ["Open", "n"]]}
      >
        <tbody>
          {would.parties.map(({ party_name, count, open_cents }) => (
            <tr key={party_name}>
              <th scope="row" dir="auto">
                {party_name}
              </th>
              <td className="n">{count}</td>
              <AmountCell cents={open_cents} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="n">{would.count}</td>
            <AmountCell cents={would.total_cents} />
          </tr>
        </tfoot>
      </Table>
      <p className="sum" role="status">
        {words.ledger} at the end of {dayText(would.date)}: {amountText(would.ledger_cents)}. They agree.
      </p>
      {list.notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
    </>
  );
}
