/**
 * Filings: a calendar of what is due, the tax records, credits and 1099s, and beside them one record or the form
 * that uploads a document. All of the page's state is in its address.
 */
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { type DragEvent, useCallback, useEffect, useState } from "react";
import { sessionQuery } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { useGo } from "../parts/go.ts";
import { ChoiceMenu } from "../parts/choice-menu.tsx";
import { useFocusBack } from "../parts/focus-back.ts";
import { Tabs } from "../parts/tabs.tsx";
import { Panel } from "../parts/panel.tsx";
import { Calendar } from "./calendar.tsx";
import { CreditsList, FormsList, TaxesList } from "./lists.tsx";
import { CreditView, FormView, TaxView } from "./records.tsx";
import { UploadForm } from "./upload-form.tsx";
import {
  CLAIM_STATUSES,
  CLOSED,
  FORM_STATUSES,
  type Part,
  type PartProps,
  PARTS,
  partOf,
  type Search,
  TAX_STATUSES,
  UNFILTERED,
  yearOf,
  yearsOffered,
} from "./view.ts";
import { jurisdictionText, type Stage, STATES } from "./words.ts";
import "../style/lists.css";
import "./filings.css";

export function FilingsPage() {
  const { company: id } = useParams({ from: "/c/$company/filings" });
  const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
  useEffect(() => {
    document.title = `Filings · ${company?.name ?? "Daybook"}`;
  }, [company?.name]);
  return company === undefined ? null : <Filings key={id} company={company} />;
}

function Filings({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/filings" });
  const [said, setSaid] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const go = useGo<Search>("/c/$company/filings");
  const part = partOf(search);
  const canManage = company.permissions.taxes === "manage";
  const isUpload = canManage && (search.do === "income" || search.do === "franchise");
  const isOpen = isUpload || [search.tax, search.credit, search.form].some((id) => id !== undefined);
  const onDrop = (event: DragEvent): void => {
    const dropped = event.dataTransfer.files[0];
    if (!canManage || dropped === undefined) return;
    event.preventDefault();
    setFile(dropped);
    if (!isUpload) go({ ...CLOSED, do: "income" });
  };
  const props = { company, search, go };
  return (
    <div
      className="fi"
      onDragOver={(event) => {
        if (canManage && event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <header className="page-head">
        <h1>Filings</h1>
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="upload"
            onClick={() => {
              setFile(null);
              go({ ...CLOSED, do: "income" });
            }}
          >
            Upload a filing
          </button>
        ) : null}
      </header>
      <Tabs
        name="Parts of the page"
        page="/c/$company/filings"
        tabs={PARTS}
        value={part}
        searchOf={(word) => ({ ...CLOSED, ...UNFILTERED, show: word === "calendar" ? undefined : word })}
      />
      {part === "calendar" ? null : <Filters part={part} search={search} go={go} />}
      <p className="says" role="status">
        {said}
      </p>
      <div className={isOpen ? "split open" : "split"}>
        <div className="sheet">
          {part === "calendar" ? (
            <Calendar {...props} />
          ) : part === "taxes" ? (
            <TaxesList {...props} />
          ) : part === "credits" ? (
            <CreditsList {...props} />
          ) : (
            <FormsList {...props} />
          )}
        </div>
        {isOpen ? (
          <Beside {...props} isUpload={isUpload} file={file} onFile={setFile} onSay={setSaid} />
        ) : null}
      </div>
    </div>
  );
}

const STATUSES: Readonly<Record<Exclude<Part, "calendar">, readonly Stage[]>> = {
  taxes: TAX_STATUSES,
  credits: CLAIM_STATUSES,
  forms: FORM_STATUSES,
};
const TYPES = [
  ["all", "All"],
  ["income", "Income tax"],
  ["franchise", "Delaware"],
] as const;
const JURISDICTIONS = [
  ["all", "All"],
  ["US", "Federal"],
  ...[...STATES].map(([code, name]) => [`US-${code}`, name] as const),
] as const;

interface FiltersProps extends Omit<PartProps, "company"> {
  readonly part: Exclude<Part, "calendar">;
}

function Filters({ part, search, go }: FiltersProps) {
  const set = (name: "year" | "status" | "type" | "jurisdiction", word: string): void =>
    go({ ...CLOSED, [name]: word === "all" ? undefined : word });
  const statuses = [["all", "All"], ...STATUSES[part].map(([word, name]) => [word, name] as const)] as const;
  return (
    <div className="bar" role="toolbar" aria-label="Filters">
      <ChoiceMenu
        name="Year"
        isNamed
        choices={yearsOffered(yearOf(search.year))}
        value={yearOf(search.year) === undefined ? "all" : (search.year ?? "all")}
        onChoose={(word) => set("year", word)}
      />
      <ChoiceMenu
        name="Status"
        isNamed
        choices={statuses}
        value={statuses.find(([word]) => word === search.status)?.[0] ?? "all"}
        onChoose={(word) => set("status", word)}
      />
      {part === "taxes" ? (
        <>
          <ChoiceMenu
            name="Tax"
            isNamed
            choices={TYPES}
            value={TYPES.find(([word]) => word === search.type)?.[0] ?? "all"}
            onChoose={(word) => set("type", word)}
          />
          <label className="fi-filter">
            Jurisdiction{" "}
            <select
              value={JURISDICTIONS.find(([word]) => word === search.jurisdiction)?.[0] ?? "all"}
              onChange={({ target }) => set("jurisdiction", target.value)}
            >
              {JURISDICTIONS.map(([word, name]) => (
                <option key={word} value={word}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </>
      ) : null}
      {part === "forms" ? <VendorField search={search} go={go} /> : null}
    </div>
  );
}

function VendorField({ search, go }: Omit<PartProps, "company">) {
  const [vendor, setVendor] = useState(search.vendor ?? "");
  useEffect(() => setVendor(search.vendor ?? ""), [search.vendor]);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go({ ...CLOSED, vendor: vendor.trim() === "" ? undefined : vendor.trim() });
      }}
    >
      <input
        className="search"
        type="search"
        dir="auto"
        aria-label="Vendor, the whole name"
        placeholder="Vendor"
        value={vendor}
        onChange={({ target }) => setVendor(target.value)}
      />
    </form>
  );
}

interface BesideProps extends PartProps {
  readonly isUpload: boolean;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly onSay: (what: string) => void;
}

/** What is open beside the parts. */
function Beside({ company, search, go, isUpload, file, onFile, onSay }: BesideProps) {
  const { tax, credit, form } = search;
  const opened = isUpload ? "upload" : (tax ?? credit ?? form ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const panel = { onClose: close, focusKey: opened };
  if (isUpload)
    return (
      <Panel {...panel} name="Upload" title="Upload what was filed elsewhere">
        <UploadForm
          company={company}
          kind={search.do === "franchise" ? "franchise" : "income"}
          firstYear={yearOf(search.year)}
          file={file}
          onKind={(kind) => go({ do: kind })}
          onFile={onFile}
          onClose={close}
          onDone={(record) => {
            onFile(null);
            go({ ...CLOSED, year: undefined, tax: record.id });
            onSay(
              record.type === "income"
                ? `The income return of ${record.year} is recorded as filed: ${record.jurisdictions.map(jurisdictionText).join(", ")}.`
                : `Delaware’s confirmation of ${record.year} is recorded.`,
            );
          }}
        />
      </Panel>
    );
  const view = { key: opened, company, onUpload: (change: Search) => go({ ...CLOSED, ...change }) };
  if (tax !== undefined)
    return (
      <Panel {...panel} name="Tax record" title="Tax record">
        <TaxView {...view} id={tax} />
      </Panel>
    );
  if (credit !== undefined)
    return (
      <Panel {...panel} name="Tax credit" title="Tax credit">
        <CreditView company={company} id={credit} />
      </Panel>
    );
  return (
    <Panel {...panel} name="1099 record" title="1099 record">
      <FormView company={company} id={form ?? ""} />
    </Panel>
  );
}
