/** What a statement shows and how: its days, columns, comparison and rows; search, export, print. */
import { Popover } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import type { Company } from "../api/types.ts";
import { FilterText } from "../kit/filters.tsx";
import { DayInput } from "../kit/day-input.tsx";
import { ChoiceMenu } from "../kit/choice-menu.tsx";
import { Down } from "../kit/menu-button.tsx";
import {
  dayText,
  isDay,
  offeredPeriods,
  type Period,
  periodText,
  startOf,
  type Step,
  today,
} from "../kit/dates.ts";
import type { Beside, Comparison, Search, View } from "./view.ts";

const STEP_CHOICES: readonly (readonly [Step, string])[] = [
  ["total", "One column"],
  ["month", "By month"],
  ["quarter", "By quarter"],
  ["year", "By year"],
];
const COMPARISON_CHOICES: readonly (readonly [Comparison, string])[] = [
  ["none", "none"],
  ["period", "period before"],
  ["year", "year before"],
];
const ADJUSTMENT_CHOICES: readonly (readonly [View["adjustments"], string])[] = [
  ["included", "included"],
  ["excluded", "left out"],
  ["separate", "by themselves"],
];
/** The first two are of a cash flow statement, too. */
const BESIDE_CHOICES: readonly (readonly [Beside, string])[] = [
  ["none", "none"],
  ["year", "year to date"],
  ["revenue", "% of revenue"],
  ["both", "both"],
];
const ROUNDING_CHOICES = (["cents", "dollars", "thousands"] as const).map((word) => [word, word] as const);
const ROW_CHOICES = [
  ["category", "Categories"],
  ["department", "Departments"],
] as const;

interface ToolbarProps {
  readonly company: Company;
  readonly view: View;
  readonly hasDepartments: boolean;
  readonly onChange: (change: Search) => void;
  readonly onFind: (find: string) => void;
}

export function Toolbar({ company, view, hasDepartments, onChange, onFind }: ToolbarProps) {
  return (
    <div className="bar" role="toolbar" aria-label="The statement">
      <PeriodButton
        key={`${view.period.from} ${view.period.to}`}
        view={view}
        firstMonth={company.fiscal_year_start_month}
        onChange={({ from, to }) => onChange({ from, to })}
      />
      {view.statement === "equity" ? null : (
        <ChoiceMenu
          name="Columns"
          choices={STEP_CHOICES}
          value={view.by}
          onChoose={(by) => onChange({ by })}
        />
      )}
      {view.statement === "trial" ? (
        <ChoiceMenu
          name="Adjusting entries"
          isNamed
          choices={ADJUSTMENT_CHOICES}
          value={view.adjustments}
          onChoose={(chosen) => onChange({ adjustments: chosen === "included" ? undefined : chosen })}
        />
      ) : view.statement === "equity" ? null : (
        <ChoiceMenu
          name="Compare"
          isNamed
          choices={COMPARISON_CHOICES}
          value={view.compare}
          onChoose={(compare) => onChange({ compare: compare === "none" ? undefined : compare })}
        />
      )}
      {view.statement === "income" || view.statement === "cash" ? (
        <ChoiceMenu
          name="Beside"
          isNamed
          choices={view.statement === "cash" ? BESIDE_CHOICES.slice(0, 2) : BESIDE_CHOICES}
          value={view.beside}
          onChoose={(beside) => onChange({ beside })}
        />
      ) : null}
      <ChoiceMenu
        name="Amounts"
        isNamed
        choices={ROUNDING_CHOICES}
        value={view.rounding}
        onChoose={(rounding) => onChange({ rounding })}
      />
      {hasDepartments && view.statement === "income" ? (
        <ChoiceMenu
          name="Rows"
          choices={ROW_CHOICES}
          value={view.byDepartment ? "department" : "category"}
          onChoose={(rows) => onChange({ rows: rows === "category" ? undefined : rows, closed: undefined })}
        />
      ) : null}
      <FilterText label="Find a line" value={view.find} onText={onFind} />
    </div>
  );
}

interface PeriodProps {
  readonly view: View;
  readonly firstMonth: number;
  readonly onChange: (period: Period) => void;
}

function PeriodButton({ view, firstMonth, onChange }: PeriodProps) {
  const { period, statement } = view;
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const isWrong = !isDay(from) || !isDay(to) || from > to;
  const choose = (chosen: Period): void => {
    setOpen(false);
    onChange(chosen);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isWrong) choose({ from, to });
  };
  const shown =
    statement === "balance" && view.by === "total"
      ? dayText(period.to)
      : period.to === today() && period.from === startOf("quarter", period.to, firstMonth)
        ? "This quarter"
        : periodText(period);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button type="button" className="button chosen" onClick={() => setOpen(!isOpen)}>
          <span className="unseen">Days: </span>
          {shown} <Down />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Days">
        <div className="period">
          <ul>
            {offeredPeriods(today(), firstMonth).map(([name, offered]) => (
              <li key={name}>
                <button type="button" className="button plain" onClick={() => choose(offered)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
          <form onSubmit={submit}>
            <DayInput label="First day" isRequired value={from} onDay={setFrom} />
            <DayInput
              label="Last day"
              isRequired
              value={to}
              problem={isWrong ? "The first day must be before the last one." : null}
              onDay={setTo}
            />
            <button type="submit" className="button primary" disabled={isWrong}>
              Show
            </button>
          </form>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
