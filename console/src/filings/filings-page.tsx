/**
 * Filings: a calendar of what is due, the tax records, credits and 1099s, and beside them one record or the
 * form that uploads a document. All of the page's state is in its address.
 */
import { useSearch } from "@tanstack/react-router";
import { type DragEvent, useCallback, useState } from "react";
import type { Company } from "../api/types.ts";
import { PageHead } from "../kit/page-head.tsx";
import { useGo } from "../parts/go.ts";
import { FilterBar, FilterChoice, FilterText } from "../kit/filters.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { Tabs } from "../kit/tabs.tsx";
import { Panel } from "../kit/panel.tsx";
import { companyPage } from "../parts/company-page.tsx";
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

export const FilingsPage = companyPage("Filings", Filings);

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
      <PageHead title="Filings">
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
      </PageHead>
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
const OWN_FILTERS = { taxes: ["type", "jurisdiction"], credits: [], forms: ["vendor"] } as const;
const TYPES = [
  { id: "income", name: "Income tax" },
  { id: "franchise", name: "Delaware" },
] as const;
const JURISDICTIONS = [
  { id: "US", name: "Federal" },
  ...[...STATES].map(([code, name]) => ({ id: `US-${code}`, name })),
];

interface FiltersProps extends Omit<PartProps, "company"> {
  readonly part: Exclude<Part, "calendar">;
}

function Filters({ part, search, go }: FiltersProps) {
  const names = ["year", "status", ...OWN_FILTERS[part]] as const;
  const choice = (
    name: Exclude<(typeof names)[number], "vendor">,
    label: string,
    options: readonly { readonly id: string; readonly name: string }[],
  ) => (
    <FilterChoice
      label={label}
      value={options.find(({ id }) => id === search[name])?.id ?? ""}
      all="All"
      options={options}
      onChoose={(word) => go({ ...CLOSED, [name]: word === "" ? undefined : word })}
    />
  );
  return (
    <FilterBar names={names} search={search} onClear={(cleared) => go({ ...CLOSED, ...cleared })}>
      {choice("year", "Year", yearsOffered(yearOf(search.year)))}
      {choice(
        "status",
        "Status",
        STATUSES[part].map(([id, name]) => ({ id, name })),
      )}
      {part === "taxes" ? (
        <>
          {choice("type", "Tax", TYPES)}
          {choice("jurisdiction", "Jurisdiction", JURISDICTIONS)}
        </>
      ) : null}
      {part === "forms" ? (
        <FilterText
          label="Vendor"
          value={search.vendor ?? ""}
          placeholder="The whole name"
          onText={(vendor) => go({ ...CLOSED, vendor: vendor === "" ? undefined : vendor })}
        />
      ) : null}
    </FilterBar>
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
