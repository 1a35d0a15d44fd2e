/**
 * The profile of a company, and the form that changes it. What a change does is shown before it is made: each
 * field before and after, and what another fiscal year does to the statements.
 */
import { MONTH_NAMES } from "@daybook/words/months";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Table } from "../kit/table.tsx";
import { DayInput } from "../kit/day-input.tsx";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import type { CompanyChange, CompanySettings, CompanySettingsChange } from "../api/generated/schemas.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText, startOf, today } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { SelectField, TextField } from "../kit/form.tsx";
import { Refusal, refusalText, refusedParam } from "../kit/refusal.tsx";
import { Panel } from "../kit/panel.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import { Part } from "../kit/tabs.tsx";
import { dayOfText } from "../kit/times.ts";
import type { PartProps } from "./part.ts";
import {
  changeOf,
  ENTITY_NAMES,
  fieldText,
  formOf,
  LEGEND_TEXTS,
  LIFECYCLE_TEXTS,
  nonCashText,
  type ProfileForm,
  TEXT_FIELDS,
  valueText,
} from "./settings.ts";
import { problemOf } from "../parts/stale.tsx";
import { useWrite } from "../parts/use-write.ts";

export function Profile({ company, search, go }: PartProps) {
  const [said, setSaid] = useState("");
  const settings = useQuery({
    queryKey: ["company-settings", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getCompanySettings({ signal }),
  });
  const close = useCallback(() => go({ do: undefined }), [go]);
  if (problemOf(settings))
    return <ProblemState isBelow error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Loading what="the profile" />;
  const canManage = company.permissions.company === "manage";
  const isOpen = search.do === "edit" && canManage;
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        <p className="says" role="status">
          {said}
        </p>
        <Read settings={settings.data} />
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="edit"
            onClick={() => go({ do: "edit" })}
          >
            Change the profile
          </button>
        ) : (
          <p className="hint">Whoever manages the company can change this.</p>
        )}
      </div>
      {isOpen ? (
        <Panel name="Change the profile" title="Change the profile" onClose={close} focusKey="edit">
          <Edit
            company={company}
            settings={settings.data}
            onClose={close}
            onDone={(what) => {
              close();
              setSaid(what);
            }}
          />
        </Panel>
      ) : null}
    </div>
  );
}

function Read({ settings }: { readonly settings: CompanySettings }) {
  const address = [
    settings.line_1,
    settings.line_2,
    [settings.city, settings.state, settings.postal_code].filter(Boolean).join(" "),
    settings.country,
  ];
  return (
    <>
      <Part title="Profile">
        <Facts
          facts={[
            ["Name", settings.name],
            ["Registered name", settings.legal_name],
            ["Legal form", ENTITY_NAMES[settings.entity_type]],
            ["EIN", settings.federal_ein_last4 === null ? null : `ends in ${settings.federal_ein_last4}`],
            [
              "Incorporated",
              [
                settings.incorporation_date === null ? null : dayText(settings.incorporation_date),
                settings.incorporation_state,
              ]
                .filter(Boolean)
                .join(", "),
            ],
            ["Address", address.filter(Boolean).join(", ")],
          ]}
        />
      </Part>
      <Part title="Books">
        <Facts
          facts={[
            ["Fiscal year begins in", MONTH_NAMES[settings.fiscal_year_start_month - 1]],
            ["Investing and financing without cash", nonCashText(settings.excludes_non_cash)],
            ["Statements prepared by", settings.prepared_by],
            ["Statements say", LEGEND_TEXTS[settings.statement_legend]],
          ]}
        />
      </Part>
      <Part title="State">
        <Facts
          facts={[
            ["State", LIFECYCLE_TEXTS[settings.lifecycle]],
            ["Created", dayOfText(settings.created)],
            ["Id", <code key="id">{settings.id}</code>],
          ]}
        />
        <p className="hint">
          The operator of this server closes a company and opens it again, with{" "}
          <code>daybook company set --lifecycle</code>, and sets its plan. The books of a closed or unpaid
          company are kept.
        </p>
      </Part>
    </>
  );
}

interface EditProps {
  readonly company: Company;
  readonly settings: CompanySettings;
  readonly onClose: () => void;
  readonly onDone: (what: string) => void;
}

function Edit({ company, settings, onClose, onDone }: EditProps) {
  useFocusBack('[data-opens="edit"]');
  const [form, setForm] = useState(() => formOf(settings));
  const [proposed, setProposed] = useState<CompanySettingsChange | null>(null);
  const preview = useWrite({
    mutationFn: (change: CompanySettingsChange) =>
      ownOf(company.id).changeCompanySettings({ ...change, preview: true }),
    onSuccess: (_, change) => setProposed(change),
  });
  const write = useWrite({
    mutationFn: (change: CompanySettingsChange) => ownOf(company.id).changeCompanySettings(change),
    onSuccess: async ({ changed }) => {
      await queryClient.invalidateQueries();
      onDone(`${changed.map(({ field }) => fieldText(field)).join(", ")}: changed.`);
    },
  });
  const set = (change: Partial<typeof form>): void => {
    setForm({ ...form, ...change });
    setProposed(null);
    preview.reset();
    write.reset();
  };
  const change = changeOf(settings, form);
  const isSame = Object.keys(change).length === 0;
  const param = refusedParam(preview.error);
  const isField = param !== null && param in form;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame && !preview.isPending) preview.mutate(change);
      }}
    >
      {TEXT_FIELDS.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          name={field}
          value={form[field]}
          required={field === "name" || field === "legal_name"}
          autoFocus={field === "name"}
          autoComplete="off"
          problem={param === field ? refusalText(preview.error) : null}
          onText={(text) => set({ [field]: text })}
        />
      ))}
      <DayInput
        label="Day of incorporation"
        value={form.incorporation_date}
        problem={param === "incorporation_date" ? refusalText(preview.error) : null}
        onDay={(day) => set({ incorporation_date: day })}
      />
      <SelectField
        label="Legal form"
        value={form.entity_type}
        choices={Object.entries(ENTITY_NAMES)}
        onChoose={(word) => set({ entity_type: word as CompanySettings["entity_type"] })}
      />
      <SelectField
        label="Fiscal year begins in"
        value={String(form.fiscal_year_start_month)}
        choices={MONTH_NAMES.map((name, at) => [String(at + 1), name] as const)}
        onChoose={(month) => set({ fiscal_year_start_month: Number(month) })}
      />
      <StatementFields
        form={form}
        problem={param === "prepared_by" ? refusalText(preview.error) : null}
        onChange={set}
      />
      {proposed === null || preview.data === undefined ? (
        <>
          <Refusal error={isField ? null : preview.error} />
          <p className="buttons">
            <Button type="submit" className="button primary" isBusy={preview.isPending} disabled={isSame}>
              Show what changes
            </Button>
            <button type="button" className="button" data-discards onClick={onClose}>
              Cancel
            </button>
          </p>
        </>
      ) : (
        <Consequences
          company={company}
          settings={settings}
          change={preview.data}
          isBusy={write.isPending}
          error={write.error}
          onMake={() => write.mutate(proposed)}
          onDrop={() => setProposed(null)}
        />
      )}
    </form>
  );
}

/** What statements leave out, who prepared them, and what they say of their assurance. */
function StatementFields({
  form,
  problem,
  onChange,
}: {
  readonly form: ProfileForm;
  readonly problem: string | null;
  readonly onChange: (change: Partial<ProfileForm>) => void;
}) {
  return (
    <>
      <SelectField
        label="Investing and financing without cash"
        value={String(form.excludes_non_cash)}
        choices={["false", "true"].map((word) => [word, nonCashText(word === "true")] as const)}
        onChoose={(word) => onChange({ excludes_non_cash: word === "true" })}
      />
      <TextField
        label="Statements prepared by"
        value={form.prepared_by}
        autoComplete="off"
        problem={problem}
        onText={(text) => onChange({ prepared_by: text })}
      />
      <SelectField
        label="Statements say"
        value={form.statement_legend}
        choices={Object.entries(LEGEND_TEXTS)}
        onChoose={(word) => onChange({ statement_legend: word as CompanySettings["statement_legend"] })}
      />
    </>
  );
}

function Consequences(props: {
  readonly company: Company;
  readonly settings: CompanySettings;
  readonly change: CompanyChange;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onMake: () => void;
  readonly onDrop: () => void;
}) {
  const { company, settings, change, isBusy, error, onMake, onDrop } = props;
  const { fiscal_year_start_month: month, excludes_non_cash } = change.company;
  return (
    <div className="note" role="group" aria-label="What this changes">
      <Table look="list wraps" caption="Fields before and after" heads={["Field", "Now", "Then"]}>
        <tbody>
          {change.changed.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{fieldText(field)}</th>
              <td dir="auto">{valueText(field, before)}</td>
              <td dir="auto">{valueText(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {month === settings.fiscal_year_start_month ? null : (
        <FiscalYear company={company} before={settings.fiscal_year_start_month} after={month} />
      )}
      {excludes_non_cash === settings.excludes_non_cash ? null : (
        <p role="status">
          {excludes_non_cash
            ? "Vouchers of investing and financing without cash leave the sections of every cash flow statement. The change in cash stays the same."
            : "Vouchers of investing and financing without cash come into the sections of every cash flow statement. The change in cash stays the same."}
        </p>
      )}
      <Refusal error={error} />
      <p className="buttons">
        <Button className="button primary" autoFocus isBusy={isBusy} onClick={onMake}>
          Change it
        </Button>
        <button type="button" className="button" onClick={onDrop}>
          Keep it
        </button>
      </p>
    </div>
  );
}

/** What another first month of the fiscal year does to the statements, with the figures of today. */
function FiscalYear(props: { readonly company: Company; readonly before: number; readonly after: number }) {
  const { company, before, after } = props;
  const now = today();
  const [former, next] = [startOf("year", now, before), startOf("year", now, after)];
  const seesReports = company.permissions.reports !== "none";
  const income = useQuery({
    queryKey: ["statement", company.id, "fiscal-year", former, next, now],
    enabled: seesReports,
    queryFn: ({ signal }) =>
      Promise.all(
        [former, next].map(async (start_date) => {
          const query = { start_date, end_date: now };
          return (await clientOf(company.id).getIncomeStatement(query, { signal })).net_income_cents;
        }),
      ),
  });
  const [netBefore, netAfter] = income.data ?? [];
  return (
    <>
      <p role="status">
        The fiscal year of today begins on {dayText(next)} instead of {dayText(former)}. Every balance sheet
        divides its earnings otherwise between retained earnings and the net income of the year; their sum
        stays. Columns by quarter and by year, and the periods that menus offer, begin in other months. Income
        and cash flow statements of the same days stay as they are.
      </p>
      {netBefore === undefined || netAfter === undefined ? null : (
        <p>
          On the balance sheet of today, net income of the year is {amountText(netAfter)} instead of{" "}
          {amountText(netBefore)}.
        </p>
      )}
    </>
  );
}
