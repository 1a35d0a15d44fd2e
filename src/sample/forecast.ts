/**
 * The sample company's forecast model, a spreadsheet with worksheets for assumptions, headcount, revenue, the
 * monthly plan compared with the books, and the runway. Invariants: all numbers except the assumptions are
 * formulas; formulas for past months read the books; the same day always gives the same document.
 */
import { addMonths, type CivilDate, startOfMonth } from "@daybook/words/civil-date";
import { dateSerial } from "@daybook/words/date-serials";
import type { BundleSheet } from "../contract/bundle-records.ts";
import { Page } from "./forecast-page.ts";

/** The months of the plan: the past year, the current month and five more. */
const MONTHS = 18;
const PAST_MONTHS = 12;

/** Planned hires: role, department, months from the beginning of the plan, dollars a year. */
const HIRES = [
  ["Platform engineer", "Infrastructure", 1, 168_000],
  ["Data engineer", "Data", 3, 162_000],
  ["Product designer", "Product", 4, 141_000],
  ["Account executive", "Sales", 2, 118_000],
  ["Account executive", "Sales", 8, 118_000],
  ["Content lead", "Marketing", 6, 104_000],
  ["Support specialist", "Customer Success", 5, 78_000],
  ["Controller", "Finance", 9, 152_000],
  ["Recruiter", "People", 10, 96_000],
  ["Platform engineer", "Infrastructure", 13, 172_000],
] as const;
const DEPARTMENTS = [
  "Infrastructure",
  "Data",
  "Product",
  "Sales",
  "Marketing",
  "Customer Success",
  "Executive",
  "Finance",
  "People",
  "No department",
] as const;
/** Costs whose plan is derived from past costs: the name and the category. */
const COSTS = [
  ["Marketing", "cat_marketing"],
  ["Facilities", "cat_facilities"],
  ["Software", "cat_software"],
] as const;
const OTHER = "Everything else";
/** The first row with a month, and the row with the headings. */
const [FIRST, HEAD] = [5, 4];
const LAST = FIRST + MONTHS - 1;
const HIRES_FIRST = 5;
const HIRES_LAST = HIRES_FIRST + HIRES.length - 1;
const PAYROLL_HEAD = HIRES_LAST + 3;
const PAYROLL_FIRST = PAYROLL_HEAD + 2;
const PAYROLL_LAST = PAYROLL_FIRST + MONTHS - 1;
const RUNWAY_FIRST = 15;
const RUNWAY_LAST = RUNWAY_FIRST + MONTHS - 1;
const QUARTER_BEFORE = "EDATE(PlanStart,-3),PlanStart-1";

const plan = (column: string, from = FIRST, to = LAST): string =>
  `'Monthly plan'!$${column}$${from}:$${column}$${to}`;

/** Returns the model as a record of a bundle. */
export function sampleForecast(today: CivilDate, created: number): BundleSheet {
  const begin = dateSerial(addMonths(startOfMonth(today), -PAST_MONTHS));
  const pages = [
    ["wks_assumptions", "Assumptions", assumptions(begin)],
    ["wks_headcount", "Headcount", headcount()],
    ["wks_revenue", "Revenue", revenue()],
    ["wks_plan", "Monthly plan", monthlyPlan()],
    ["wks_runway", "Runway", runway()],
  ] as const;
  return {
    id: "sht_forecast",
    name: "Forecast model",
    created,
    worksheets: pages.map(([id, name]) => ({ id, name, row_count: 200, column_count: 26 })),
    names: Object.entries(NAMES).map(([name, range]) => ({ name, formula: `=Assumptions!${range}` })),
    charts: [
      {
        id: "cht_revenue",
        worksheet_id: "wks_plan",
        type: "line",
        title: "Revenue, plan and actual",
        ranges: [
          `'Monthly plan'!A${FIRST}:A${LAST}`,
          `'Monthly plan'!B${HEAD}:B${LAST}`,
          `'Monthly plan'!C${HEAD}:C${LAST}`,
        ],
        position: { row: LAST + 4, column: 0, row_span: 18, column_span: 8 },
      },
      {
        id: "cht_cash",
        worksheet_id: "wks_runway",
        type: "column",
        title: "Cash at the end of the month",
        ranges: [
          `Runway!A${RUNWAY_FIRST}:A${RUNWAY_LAST}`,
          `Runway!C${RUNWAY_FIRST - 1}:C${RUNWAY_LAST}`,
          `Runway!E${RUNWAY_FIRST - 1}:E${RUNWAY_LAST}`,
        ],
        position: { row: 2, column: 6, row_span: 18, column_span: 8 },
      },
    ],
    contents: pages.map(([worksheet_id, , { cells, formats }]) => ({ worksheet_id, cells, formats })),
  };
}

const NAMES = {
  PlanStart: "$B$4",
  ActualsThrough: "$B$5",
  OpeningSubscriptions: "$B$6",
  OpeningServices: "$B$7",
  Growth: "$B$8",
  Burden: "$B$9",
  Raise: "$B$10",
  CostGrowth: "$B$11",
  LeastRunway: "$B$12",
  Quarters: "$A$16:$A$19",
  Seasons: "$B$16:$B$19",
  CostLines: "$A$23:$A$26",
  CostBase: "$C$23:$C$26",
} as const;

function assumptions(begin: number): Page {
  const page = new Page();
  page.put("A", 1, "Assumptions", "title");
  page.put("A", 2, "Blue figures may be changed; black ones follow from them and from the books.", "note");
  const lines = [
    ["Plan begins", begin, "inputDate", "The first month of the plan"],
    ["Actuals through", "=EOMONTH(TODAY(),-1)", "date", "The last month that is over"],
    [
      "Subscriptions before",
      '=BOOKS.TOTAL("cat_subscriptions",EDATE(PlanStart,-1),PlanStart-1)',
      "money",
      "Of the month before the plan",
    ],
    [
      "Services a month",
      `=BOOKS.TOTAL("cat_implementation",${QUARTER_BEFORE})/3`,
      "money",
      "On average of the quarter before the plan",
    ],
    ["Growth a month", 0.025, "inputPercent", "Of subscriptions"],
    ["Payroll taxes and benefits", 0.14, "inputPercent", "On top of the salaries of those who are hired"],
    ["Raise each January", 0.03, "inputPercent", "Of everybody who was there before the plan"],
    ["Growth of other costs", 0.06, "inputPercent", "A year"],
    ["Least runway", 12, "inputNumber", "Months of cash that should always be there"],
  ] as const;
  for (const [at, [label, value, style, note]] of lines.entries()) {
    page.put("A", 4 + at, label);
    page.put("B", 4 + at, value, style);
    page.put("C", 4 + at, note, "note");
  }
  page.put("A", 14, "Seasons", "title");
  page.line(15, ["Quarter", "Factor"], "head");
  for (const [at, factor] of [0.98, 1, 0.99, 1.03].entries()) {
    page.put("A", 16 + at, at + 1);
    page.put("B", 16 + at, factor, "inputNumber");
  }
  page.put("A", 21, "Costs a month before the plan", "title");
  page.line(22, ["Line", "Category", "A month"], "head");
  for (const [at, [line, category]] of COSTS.entries()) {
    page.line(23 + at, [line, category], "label");
    page.put("C", 23 + at, `=-BOOKS.TOTAL(B${23 + at},${QUARTER_BEFORE})/3`, "money");
  }
  page.put("A", 26, OTHER);
  page.put(
    "C",
    26,
    `=-(BOOKS.EXPENSES(${QUARTER_BEFORE})-BOOKS.TOTAL("cat_payroll",${QUARTER_BEFORE}))/3-SUM(C23:C25)`,
    "money",
  );
  return page;
}

function headcount(): Page {
  const page = new Page();
  page.put("A", 1, "Headcount", "title");
  page.put("A", 2, "Who is hired, and what everybody costs.", "note");
  page.line(HIRES_FIRST - 1, ["Role", "Department", "Starts", "Salary a year", "Cost a month"], "head");
  for (const [at, [role, department, months, salary]] of HIRES.entries()) {
    const row = HIRES_FIRST + at;
    page.line(row, [role, department], "label");
    page.put("C", row, `=EDATE(PlanStart,${months})`, "date");
    page.put("D", row, salary, "inputMoney");
    page.put("E", row, `=D${row}*(1+Burden)/12`, "money");
  }
  const hired = (column: string): string => `$${column}$${HIRES_FIRST}:$${column}$${HIRES_LAST}`;
  page.line(PAYROLL_HEAD, ["Month", ...DEPARTMENTS, "Hired so far", "Payroll"], "head");
  page.put("A", PAYROLL_HEAD + 1, "Before the plan", "note");
  const total = String.fromCodePoint(65 + DEPARTMENTS.length + 2);
  const lastDepartment = String.fromCodePoint(65 + DEPARTMENTS.length);
  for (const [at] of DEPARTMENTS.entries()) {
    const column = String.fromCodePoint(66 + at);
    page.put(
      column,
      PAYROLL_HEAD + 1,
      `=-BOOKS.TOTAL("cat_payroll",${QUARTER_BEFORE},${column}$${PAYROLL_HEAD})/3`,
      "money",
    );
    for (let row = PAYROLL_FIRST; row <= PAYROLL_LAST; row += 1) {
      const hires = `SUMIFS(${hired("E")},${hired("B")},${column}$${PAYROLL_HEAD},${hired("C")},"<="&$A${row})`;
      page.put(
        column,
        row,
        `=LET(raises,YEAR($A${row})-YEAR(PlanStart),hires,${hires},${column}$${PAYROLL_HEAD + 1}*(1+Raise)^raises+hires)`,
        "money",
      );
    }
  }
  for (let row = PAYROLL_FIRST; row <= PAYROLL_LAST; row += 1) {
    page.put("A", row, `=EDATE(PlanStart,${row - PAYROLL_FIRST})`, "month");
    page.put(DEPARTMENTS.length + 1, row, `=COUNTIFS(${hired("C")},"<="&$A${row})`);
    page.put(total, row, `=SUM(B${row}:${lastDepartment}${row})`, "total");
  }
  return page;
}

function revenue(): Page {
  const page = new Page();
  page.put("A", 1, "Revenue", "title");
  page.put("A", 2, "Subscriptions grow by the month, with the season; services stay as they were.", "note");
  page.line(
    HEAD,
    ["Month", "Season", "Subscriptions", "Services", "Plan", "Actual", "Difference", "In percent"],
    "head",
  );
  for (let row = FIRST; row <= LAST; row += 1) {
    page.put("A", row, `=EDATE(PlanStart,${row - FIRST})`, "month");
    page.put("B", row, `=XLOOKUP(ROUNDUP(MONTH(A${row})/3,0),Quarters,Seasons,1)`, "number");
    page.put(
      "C",
      row,
      `=LET(months,DATEDIF(PlanStart,A${row},"m")+1,OpeningSubscriptions*(1+Growth)^months*B${row})`,
      "money",
    );
    page.put("D", row, "=OpeningServices", "money");
    page.put("E", row, `=C${row}+D${row}`, "total");
    page.put("F", row, actual(row, `BOOKS.REVENUE($A${row},EOMONTH($A${row},0))`), "money");
    page.put("G", row, `=IF(F${row}="","",F${row}-E${row})`, "money");
    page.put("H", row, `=IFERROR(G${row}/E${row},"")`, "percent");
  }
  return page;
}

/** Returns a formula that is empty for months that are not over. */
function actual(row: number, formula: string): string {
  return `=IF($A${row}<=ActualsThrough,${formula},"")`;
}

function monthlyPlan(): Page {
  const page = new Page();
  page.put("A", 1, "Monthly plan", "title");
  page.put("A", 2, '="Plan against the books through "&TEXT(ActualsThrough,"mmmm yyyy")', "note");
  const lines = ["Revenue", "Payroll", ...COSTS.map(([line]) => line), OTHER, "Net income"];
  page.line(
    HEAD,
    ["Month", ...lines.flatMap((line) => [`${line}, plan`, `${line}, actual`]), "Difference"],
    "head",
  );
  const [first, last] = [LAST + 1, "P"];
  for (let row = FIRST; row <= LAST; row += 1) {
    const days = `$A${row},EOMONTH($A${row},0)`;
    page.put("A", row, `=EDATE(PlanStart,${row - FIRST})`, "month");
    page.put(
      "B",
      row,
      `=XLOOKUP($A${row},Revenue!$A$${FIRST}:$A$${LAST},Revenue!$E$${FIRST}:$E$${LAST})`,
      "money",
    );
    page.put(
      "C",
      row,
      `=XLOOKUP($A${row},Revenue!$A$${FIRST}:$A$${LAST},Revenue!$F$${FIRST}:$F$${LAST})`,
      "money",
    );
    page.put(
      "D",
      row,
      `=XLOOKUP($A${row},Headcount!$A$${PAYROLL_FIRST}:$A$${PAYROLL_LAST},Headcount!$M$${PAYROLL_FIRST}:$M$${PAYROLL_LAST})`,
      "money",
    );
    page.put("E", row, actual(row, `-BOOKS.TOTAL("cat_payroll",${days})`), "money");
    for (const [at, line] of [...COSTS.map(([name]) => name), OTHER].entries()) {
      page.put(
        5 + at * 2,
        row,
        `=INDEX(CostBase,MATCH("${line}",CostLines,0))*(1+CostGrowth)^(DATEDIF(PlanStart,$A${row},"m")/12)`,
        "money",
      );
      const category = COSTS[at]?.[1];
      page.put(
        6 + at * 2,
        row,
        actual(
          row,
          category === undefined
            ? `-BOOKS.EXPENSES(${days})-E${row}-G${row}-I${row}-K${row}`
            : `-BOOKS.TOTAL("${category}",${days})`,
        ),
        "money",
      );
    }
    page.put("N", row, `=B${row}-D${row}-F${row}-H${row}-J${row}-L${row}`, "total");
    page.put("O", row, actual(row, `BOOKS.NETINCOME(${days})`), "total");
    page.put(last, row, `=IF(O${row}="","",O${row}-N${row})`, "money");
  }
  page.put("A", first, "To date", "head");
  for (let column = 1; column <= 15; column += 1) {
    const name = String.fromCodePoint(65 + column);
    page.put(
      column,
      first,
      `=SUMIFS(${name}$${FIRST}:${name}$${LAST},$A$${FIRST}:$A$${LAST},"<="&ActualsThrough)`,
      "total",
    );
  }
  return page;
}

function runway(): Page {
  const page = new Page();
  page.put("A", 1, "Runway", "title");
  page.put("A", 2, "How long the cash lasts, as it went of late and by the plan.", "note");
  const lines = [
    ["Cash today", "=BOOKS.CASH(TODAY())", "money"],
    ["Cash at the end of the last month", "=BOOKS.CASH(ActualsThrough)", "money"],
    ["Change a month, over a quarter", "=(B5-BOOKS.CASH(EOMONTH(ActualsThrough,-3)))/3", "money"],
    ["Runway in months", '=IF(B6<0,-B5/B6,"Cash grows")', "number"],
    ["Cash lasts until", '=IFERROR(EDATE(ActualsThrough,INT(B7)),"No end in sight")', "month"],
    [
      "Is that enough?",
      '=IF(ISNUMBER(B7),IF(B7>=LeastRunway,"Yes","No: "&TEXT(LeastRunway,"0")&" months are wanted"),"Yes")',
      "label",
    ],
    ["Transactions without a category", "=BOOKS.UNCATEGORIZED(PlanStart,TODAY())", "label"],
    [
      "First month below nothing, by the plan",
      `=LET(months,A${RUNWAY_FIRST}:A${RUNWAY_LAST},IFERROR(TEXT(MINIFS(months,E${RUNWAY_FIRST}:E${RUNWAY_LAST},"<0")/(COUNTIF(E${RUNWAY_FIRST}:E${RUNWAY_LAST},"<0")>0),"mmm yyyy"),"None"))`,
      "label",
    ],
  ] as const;
  for (const [at, [label, formula, style]] of lines.entries()) {
    page.put("A", 4 + at, label);
    page.put("B", 4 + at, formula, style);
  }
  page.line(
    RUNWAY_FIRST - 1,
    ["Month", "Change, plan", "Cash, plan", "Cash, books", "Cash, outlook"],
    "head",
  );
  for (let row = RUNWAY_FIRST; row <= RUNWAY_LAST; row += 1) {
    page.put("A", row, `=EDATE(PlanStart,${row - RUNWAY_FIRST})`, "month");
    page.put("B", row, `=XLOOKUP(A${row},${plan("A")},${plan("N")})`, "money");
    page.put(
      "C",
      row,
      row === RUNWAY_FIRST ? `=BOOKS.CASH(PlanStart-1)+B${row}` : `=C${row - 1}+B${row}`,
      "money",
    );
    page.put("D", row, actual(row, `BOOKS.CASH(EOMONTH($A${row},0))`), "money");
    page.put(
      "E",
      row,
      `=IF(D${row}="",$B$5+SUMIFS(${plan("N")},${plan("A")},">"&ActualsThrough,${plan("A")},"<="&$A${row}),D${row})`,
      "total",
    );
  }
  return page;
}
