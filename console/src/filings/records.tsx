/** One record: its stage among all stages, its facts and amounts, and its documents. */
import type { Form1099, Tax, TaxCredit } from "@daybook/client";
import type { Company } from "../api/types.ts";
import { Table } from "../kit/table.tsx";
import { dayText, today } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Read } from "../parts/read.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import { MarkText } from "./calendar.tsx";
import { dayOfTax, markOf } from "./due.ts";
import { creditText } from "./lists.tsx";
import { useCredit, useForm, useTax } from "./queries.ts";
import type { Search } from "./view.ts";
import {
  basisText,
  CLAIM_DECLINED,
  CLAIM_STAGES,
  documentText,
  FORM_NOT_REQUIRED,
  FORM_STAGES,
  jurisdictionText,
  PAYROLL_STATES,
  type Stage,
  stageName,
  stagesOfTax,
  providerText,
} from "./words.ts";

interface ViewProps {
  readonly company: Company;
  readonly id: string;
}

/** The stages in their order, with the present one marked. A stage that is not among them stands alone. */
function Steps({ stages, now }: { readonly stages: readonly Stage[]; readonly now: string }) {
  const at = stages.findIndex(([word]) => word === now);
  if (at === -1)
    return (
      <p className="note" role="note">
        <strong>{now}</strong>: a stage that this page does not know. It does not count as complete.
      </p>
    );
  return (
    <>
      <ol className="fi-steps" aria-label="Stages">
        {stages.map(([word, name], index) => (
          <li
            key={word}
            className={index < at ? "done" : index === at ? "now" : undefined}
            aria-current={index === at ? "step" : undefined}
          >
            <span aria-hidden="true">
              {index < at || (index === at && at === stages.length - 1) ? "✓" : index + 1}
            </span>
            {name}
            {index < at ? <span className="unseen"> (done)</span> : null}
          </li>
        ))}
      </ol>
      <p>{stages[at]?.[2]}</p>
    </>
  );
}

/** A stage at which the path ends without being complete. */
function Ending({ stage: [, name, means] }: { readonly stage: Stage }) {
  return (
    <p>
      <b>{name}.</b> {means}
    </p>
  );
}

interface DocumentOf {
  readonly type: string;
  readonly filename: string;
  readonly download_url: string;
}

function Documents({ documents }: { readonly documents: readonly DocumentOf[] }) {
  return (
    <>
      <h3>Documents</h3>
      {documents.length === 0 ? (
        <p className="soft">None is attached.</p>
      ) : (
        <ul className="rows">
          {documents.map((each) => (
            <li key={`${each.type} ${each.filename} ${each.download_url.split("?")[0] ?? ""}`}>
              <span className="what">
                <b dir="auto">{each.filename}</b>
                <small>{documentText(each.type)}</small>
              </span>
              <a
                className="button"
                href={each.download_url}
                download
                aria-label={`Download ${each.filename}`}
              >
                Download
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const instant = (seconds: number | null): string | null => (seconds === null ? null : timeText(seconds));

export function TaxView({
  company,
  id,
  onUpload,
}: ViewProps & { readonly onUpload: (change: Search) => void }) {
  const query = useTax(company.id, id);
  return (
    <Read query={query} what="the record">
      {(tax) => <TaxRecord company={company} tax={tax} onUpload={onUpload} />}
    </Read>
  );
}

function TaxRecord(props: {
  readonly company: Company;
  readonly tax: Tax;
  readonly onUpload: (change: Search) => void;
}) {
  const { company, tax, onUpload } = props;
  const { type, year } = tax;
  const day = dayOfTax(tax, company.fiscal_year_start_month);
  const mark = markOf(tax.filing_status === "filed", day, today());
  const isFiled = mark === "filed";
  const lastYear = Number(today().slice(0, 4)) - 1;
  const canUpload =
    company.permissions.taxes === "manage" &&
    (type === "franchise" || year === lastYear || year === lastYear - 1);
  return (
    <>
      <p className="sum">
        {type === "income" ? "Income tax" : "Delaware franchise tax"} {year}
      </p>
      <p>
        <MarkText mark={mark} />{" "}
        {isFiled ? null : (
          <span className="soft">
            {mark === "overdue" ? "was due" : "due"} {dayText(day)}
          </span>
        )}
      </p>
      <Steps stages={stagesOfTax(tax)} now={tax.filing_status} />
      <Documents documents={tax.documents} />
      {canUpload ? (
        <p className="buttons">
          <button type="button" className="button" onClick={() => onUpload({ do: type, year: String(year) })}>
            {isFiled ? "Replace by another upload" : "Upload what was filed elsewhere"}
          </button>
        </p>
      ) : null}
      <Facts
        facts={[
          ["Jurisdictions", tax.jurisdictions.map(jurisdictionText).join(", ")],
          ["States without a known code", tax.unmapped_jurisdictions.join(", ")],
          ["Filed", instant(tax.filed_at) ?? (isFiled ? "The time is not known" : null)],
          [
            "Filed by",
            isFiled ? (tax.filed_elsewhere ? "Somebody else; uploaded here" : "This service") : null,
          ],
          ["Extension filed", tax.extension_filed_at === null ? null : dayOfText(tax.extension_filed_at)],
          ["Recorded", timeText(tax.created)],
          ["Last changed", timeText(tax.updated)],
          ["Id", <code key="id">{tax.id}</code>],
        ]}
      />
    </>
  );
}

export function CreditView({ company, id }: ViewProps) {
  const query = useCredit(company.id, id);
  return (
    <Read query={query} what="the credit">
      {(credit) => <CreditRecord credit={credit} />}
    </Read>
  );
}

function CreditRecord({ credit }: { readonly credit: TaxCredit }) {
  const { claim_status, payroll_submission: payroll } = credit;
  return (
    <>
      <p className="sum">Research and development {credit.year}</p>
      {claim_status === CLAIM_DECLINED[0] ? (
        <Ending stage={CLAIM_DECLINED} />
      ) : (
        <Steps stages={CLAIM_STAGES} now={claim_status} />
      )}
      <Table look="voucher fi-amounts" caption="The credit in dollars">
        <tbody>
          <tr>
            <th scope="row">
              Whole credit
              {basisText(credit) === null ? null : <small>by {basisText(credit)}</small>}
            </th>
            <td>{creditText(credit.amount_cents)}</td>
          </tr>
          <tr>
            <th scope="row">Applied to income tax</th>
            <td>{creditText(credit.applied_to_income_tax_cents)}</td>
          </tr>
          <tr>
            <th scope="row">
              Left for payroll tax
              <small>not a refund received</small>
            </th>
            <td>{creditText(credit.payroll_credit_cents)}</td>
          </tr>
        </tbody>
      </Table>
      <h3>Payroll</h3>
      <p>
        <b>{stageName(PAYROLL_STATES, payroll.status)}.</b>{" "}
        {PAYROLL_STATES.find(([word]) => word === payroll.status)?.[2]}
      </p>
      <Facts
        facts={[
          ["Payroll provider", providerText(payroll.provider)],
          ["Jurisdiction", jurisdictionText(credit.jurisdiction)],
          ["Questionnaire begun", timeText(credit.created)],
          ["Last changed", timeText(credit.updated)],
          ["Id", <code key="id">{credit.id}</code>],
        ]}
      />
      <p className="hint">Decisions and amounts are recorded by whoever runs this server.</p>
    </>
  );
}

export function FormView({ company, id }: ViewProps) {
  const query = useForm(company.id, id);
  return (
    <Read query={query} what="the record">
      {(form) => <FormRecord form={form} />}
    </Read>
  );
}

function FormRecord({ form }: { readonly form: Form1099 }) {
  return (
    <>
      <p className="sum" dir="auto">
        {form.vendor_name}
      </p>
      {form.filing_status === FORM_NOT_REQUIRED[0] ? (
        <Ending stage={FORM_NOT_REQUIRED} />
      ) : (
        <Steps stages={FORM_STAGES} now={form.filing_status} />
      )}
      <Documents documents={form.documents} />
      <Facts
        facts={[
          ["Reporting year", form.year],
          ["Filed", instant(form.filed_at)],
          ["Filed elsewhere", form.filed_elsewhere ? "Yes" : null],
          ["Recorded", timeText(form.created)],
          ["Last changed", timeText(form.updated)],
          ["Id", <code key="id">{form.id}</code>],
        ]}
      />
      <p className="hint">Stages and documents of 1099s are recorded by whoever runs this server.</p>
    </>
  );
}
