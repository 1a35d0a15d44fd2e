/** The lists of tax records, of credits and of 1099s. */
import type { Form1099Summary, TaxCredit } from "@daybook/client";
import type { ReactNode } from "react";
import { More } from "../kit/more.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText, today } from "../kit/dates.ts";
import { onListKey } from "../kit/list-keys.ts";
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
import { Heads } from "../kit/heads.tsx";

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
  return (
    <>
      <div className="scroller" tabIndex={-1}>
        {children}
      </div>
      <More query={query} label="Earlier ones" />
    </>
  );
}

/** The first cell of a row: the name that opens the record. */
function Opener(props: { readonly id: string; readonly name: string; readonly onOpen: () => void }) {
  const { id, name, onOpen } = props;
  return (
    <th scope="row">
      <button type="button" className="button plain list-name" data-opens={id} onClick={onOpen}>
        <bdi>{name}</bdi>
      </button>
    </th>
  );
}

export function TaxesList({ company, search, go }: PartProps) {
  const query = useTaxes(company.id, taxesQuery(search));
  const taxes = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const empty = <NoFilings canManage={company.permissions.taxes === "manage"} />;
  return (
    <List query={query} what="the tax records" count={taxes.length} search={search} empty={empty}>
      <table className="list fi-table">
        <caption className="unseen">Tax records, the newest first</caption>
        <Heads
          of={[
            "Tax",
            ["Jurisdictions", "list-wide"],
            "Stage",
            "Due",
            ["Filed", "list-wide"],
            ["Documents", "n list-wide"],
          ]}
        />
        <tbody onKeyDown={onListKey}>
          {taxes.map((tax) => {
            const day = dayOfTax(tax, company.fiscal_year_start_month);
            const mark = markOf(tax.filing_status === "filed", day, today());
            return (
              <tr key={tax.id} className={search.tax === tax.id ? "opened" : undefined}>
                <Opener
                  id={tax.id}
                  name={`${tax.type === "income" ? "Income tax" : "Delaware franchise tax"} ${tax.year}`}
                  onOpen={() => go({ ...CLOSED, tax: tax.id })}
                />
                <td className="list-wide fi-wraps" dir="auto">
                  {[...tax.jurisdictions.map(jurisdictionText), ...tax.unmapped_jurisdictions].join(", ")}
                </td>
                <td>{taxStage(tax)}</td>
                <td>
                  {mark === "filed" ? (
                    <span className="soft">–</span>
                  ) : (
                    <>
                      {dayText(day)} <MarkText mark={mark} />
                    </>
                  )}
                </td>
                <td className="list-wide">{tax.filed_at === null ? "" : dayOfText(tax.filed_at)}</td>
                <td className="n list-wide">{tax.documents.length === 0 ? "–" : tax.documents.length}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </List>
  );
}

/** An amount of a credit: null is not known, which is not zero. */
export function creditText(cents: number | null): string {
  return cents === null ? "Not known" : cents === 0 ? "0.00" : amountText(cents);
}

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
      <table className="list fi-table">
        <caption className="unseen">Tax credits in dollars, the newest year first</caption>
        <Heads
          of={[
            "Credit",
            "Claim",
            ["Payroll", "list-wide"],
            ["Whole credit", "n"],
            ["For payroll tax", "n list-wide"],
          ]}
        />
        <tbody onKeyDown={onListKey}>
          {credits.map((credit) => (
            <tr key={credit.id} className={search.credit === credit.id ? "opened" : undefined}>
              <Opener
                id={credit.id}
                name={`Research and development ${credit.year}`}
                onOpen={() => go({ ...CLOSED, credit: credit.id })}
              />
              <td>{claimStage(credit)}</td>
              <td className="list-wide fi-wraps">
                {stageName(PAYROLL_STATES, credit.payroll_submission.status)}
              </td>
              <td className="n">{creditText(credit.amount_cents)}</td>
              <td className="n list-wide">{creditText(credit.payroll_credit_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </List>
  );
}

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
        <table className="list fi-table">
          <caption className="unseen">1099s, the latest year first</caption>
          <Heads of={["Vendor", "Year", "Stage", ["Filed", "list-wide"], ["Documents", "n list-wide"]]} />
          <tbody onKeyDown={onListKey}>
            {forms.map((form) => (
              <tr key={form.id} className={search.form === form.id ? "opened" : undefined}>
                <Opener
                  id={form.id}
                  name={form.vendor_name}
                  onOpen={() => go({ ...CLOSED, form: form.id })}
                />
                <td>{form.year}</td>
                <td>
                  {formStage(form)}
                  {form.filed_elsewhere ? <small className="soft"> elsewhere</small> : null}
                </td>
                <td className="list-wide">{form.filed_at === null ? "" : dayOfText(form.filed_at)}</td>
                <td className="n list-wide">{form.documents.length === 0 ? "–" : form.documents.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
