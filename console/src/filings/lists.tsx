/** The lists of tax records, of credits and of 1099s. */
import type { Form1099, Form1099Summary, Tax, TaxCredit } from "@daybook/client";
import type { ReactNode } from "react";
import { DataTable, type TableColumn } from "../kit/data-table.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText, today } from "../kit/dates.ts";
import { EmptyState, Loading, ProblemState } from "../kit/states.tsx";
import { dayOfText } from "../kit/times.ts";
import { MarkText, NoFilings } from "./calendar.tsx";
import { dayOfTax, markOf } from "./due.ts";
import { useCredits, useForms, useTaxes } from "./queries.ts";
import {
  CLOSED,
  creditsQuery,
  formsQuery,
  isFiltered,
  type PartProps,
  type Search,
  taxesQuery,
} from "./view.ts";
import { claimStage, formStage, jurisdictionText, PAYROLL_STATES, stageName, taxStage } from "./words.ts";
import { problemOf } from "../parts/stale.tsx";

interface Paged {
  readonly error: unknown;
  readonly data: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

/** A list in each of its states; `children` makes its table. */
function List(props: {
  readonly query: Paged;
  readonly what: string;
  readonly count: number;
  readonly search: Search;
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  const { query, what, count, search, empty, children } = props;
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what={what} />;
  if (count === 0)
    return isFiltered(search) ? (
      <EmptyState isBelow title="Nothing has all of this">
        <p>Choose another year or status.</p>
      </EmptyState>
    ) : (
      empty
    );
  return children;
}

/** The last columns of everything that is filed. */
const FILED_COLUMNS: readonly TableColumn<Pick<Tax | Form1099, "filed_at" | "documents">>[] = [
  {
    head: "Filed",
    cell: (filing) => (filing.filed_at === null ? "" : dayOfText(filing.filed_at)),
    by: (filing) => filing.filed_at ?? 0,
    isWide: true,
  },
  {
    head: "Documents",
    cell: ({ documents }) => documents.length || "–",
    by: ({ documents }) => documents.length,
    kind: "figure",
    isWide: true,
  },
];

export function TaxesList({ company, search, go }: PartProps) {
  const query = useTaxes(company.id, taxesQuery(search));
  const taxes = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const empty = <NoFilings canManage={company.permissions.taxes === "manage"} />;
  const dayOf = (tax: Tax): string => dayOfTax(tax, company.fiscal_year_start_month);
  const columns: readonly TableColumn<Tax>[] = [
    {
      head: "Tax",
      cell: (tax) => `${tax.type === "income" ? "Income tax" : "Delaware franchise tax"} ${tax.year}`,
      by: (tax) => `${tax.type} ${tax.year}`,
    },
    {
      head: "Jurisdictions",
      cell: (tax) => [...tax.jurisdictions.map(jurisdictionText), ...tax.unmapped_jurisdictions].join(", "),
      isWide: true,
    },
    { head: "Stage", cell: taxStage, by: taxStage },
    {
      head: "Due",
      cell: (tax) => {
        const mark = markOf(tax.filing_status === "filed", dayOf(tax), today());
        return mark === "filed" ? (
          <span className="soft">–</span>
        ) : (
          <>
            {dayText(dayOf(tax))} <MarkText mark={mark} />
          </>
        );
      },
      by: dayOf,
    },
    ...FILED_COLUMNS,
  ];
  return (
    <List query={query} what="the tax records" count={taxes.length} search={search} empty={empty}>
      <DataTable
        caption="Tax records, the newest first"
        columns={columns}
        rows={taxes}
        keyOf={({ id }) => id}
        opened={search.tax}
        onOpen={({ id }) => go({ ...CLOSED, tax: id })}
        more={{ query, label: "Load more" }}
      />
    </List>
  );
}

/** An amount of a credit: null is not known, which is not zero. */
export function creditText(cents: number | null): string {
  return cents === null ? "Not known" : cents === 0 ? "0.00" : amountText(cents);
}

const CREDIT_COLUMNS: readonly TableColumn<TaxCredit>[] = [
  { head: "Credit", cell: ({ year }) => `Research and development ${year}`, by: ({ year }) => year },
  { head: "Claim", cell: claimStage, by: claimStage },
  {
    head: "Payroll",
    cell: (credit) => stageName(PAYROLL_STATES, credit.payroll_submission.status),
    by: (credit) => stageName(PAYROLL_STATES, credit.payroll_submission.status),
    isWide: true,
  },
  {
    head: "Whole credit",
    cell: (credit) => creditText(credit.amount_cents),
    by: (credit) => credit.amount_cents ?? -1,
    kind: "figure",
  },
  {
    head: "For payroll tax",
    cell: (credit) => creditText(credit.payroll_credit_cents),
    by: (credit) => credit.payroll_credit_cents ?? -1,
    kind: "figure",
    isWide: true,
  },
];

export function CreditsList({ company, search, go }: PartProps) {
  const query = useCredits(company.id, creditsQuery(search));
  const credits: readonly TaxCredit[] = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const empty = (
    <EmptyState isBelow title="No tax credits are recorded">
      <p>
        A credit for research and development is here once its questionnaire is begun. Whoever runs this
        server records it.
      </p>
      <p>
        <a className="button" href="/docs/guides/taxes">
          Taxes and tax credits, in the documents
        </a>
      </p>
    </EmptyState>
  );
  return (
    <List query={query} what="the credits" count={credits.length} search={search} empty={empty}>
      <DataTable
        caption="Tax credits in dollars, the newest year first"
        columns={CREDIT_COLUMNS}
        rows={credits}
        keyOf={({ id }) => id}
        opened={search.credit}
        onOpen={({ id }) => go({ ...CLOSED, credit: id })}
        more={{ query, label: "Load more" }}
      />
    </List>
  );
}

const FORM_COLUMNS: readonly TableColumn<Form1099>[] = [
  { head: "Vendor", cell: (form) => form.vendor_name, by: (form) => form.vendor_name },
  { head: "Year", cell: ({ year }) => year, by: ({ year }) => year },
  {
    head: "Stage",
    cell: (form) => (
      <>
        {formStage(form)}
        {form.filed_elsewhere ? <small className="soft"> elsewhere</small> : null}
      </>
    ),
    by: formStage,
  },
  ...FILED_COLUMNS,
];

export function FormsList({ company, search, go }: PartProps) {
  const query = useForms(company.id, formsQuery(search));
  const forms = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const summaries = query.data?.pages[0]?.summaries ?? [];
  const empty = (
    <EmptyState isBelow title={summaries.length === 0 ? "No 1099s are recorded" : "No vendors are recorded"}>
      <p>
        Payments to contractors and other vendors are reported on 1099s, by year. Whoever runs this server
        records them.
      </p>
      <p>
        <a className="button" href="/docs/guides/forms-1099">
          Vendor 1099s, in the documents
        </a>
      </p>
    </EmptyState>
  );
  return (
    <>
      {summaries.length === 0 ? null : <Summaries summaries={summaries} />}
      <List query={query} what="the 1099s" count={forms.length} search={search} empty={empty}>
        <DataTable
          caption="1099s, the latest year first"
          columns={FORM_COLUMNS}
          rows={forms}
          keyOf={({ id }) => id}
          opened={search.form}
          onOpen={({ id }) => go({ ...CLOSED, form: id })}
          more={{ query, label: "Load more" }}
        />
      </List>
    </>
  );
}

const SUMMARY_NAMES: Readonly<Record<string, string>> = {
  unknown: "No report",
  review_required: "To confirm",
  pending: "Not complete",
  filed: "Complete",
  not_required: "Not required",
};

/** The years as a whole, whatever the other filters are. */
function Summaries({ summaries }: { readonly summaries: readonly Form1099Summary[] }) {
  return (
    <ul className="fi-summaries" aria-label="1099s by year">
      {summaries.map(({ year, filing_status, counts }) => (
        <li key={year}>
          <b>{year}</b> {SUMMARY_NAMES[filing_status] ?? filing_status}
          <small className="soft">
            {counts.filed} of {counts.required} filed
            {counts.review_required === 0 ? "" : `, ${counts.review_required} to confirm`}
          </small>
        </li>
      ))}
    </ul>
  );
}
