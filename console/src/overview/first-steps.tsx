/** The next steps of a company without entries. Those that the member may not do are no links. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { categoriesQuery } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { addressOf, pagesOf } from "../shell/pages.ts";

interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly links: readonly {
    readonly verb: string;
    readonly path: string;
    readonly search?: Readonly<Record<string, string>>;
    readonly mayDo: boolean;
  }[];
}

type Area = keyof Company["permissions"];

function useSteps(company: Company): readonly Step[] {
  const { id, permissions } = company;
  const client = clientOf(id);
  const sees = (area: Area): boolean => permissions[area] !== "none";
  const manages = (area: Area): boolean => permissions[area] === "manage";
  const useIs = (what: string, areas: readonly Area[], read: () => Promise<boolean>): boolean =>
    useQuery({ queryKey: ["first-step", id, what], enabled: areas.every(sees), queryFn: read }).data ?? false;
  const chart = useQuery({ ...categoriesQuery(id), enabled: sees("accounting_setup") }).data ?? [];
  return [
    {
      title: "Bring in the past",
      text: "A journal from the program that you used before, or a file of your bank: CSV, OFX, QFX, QBO, MT940, CAMT.",
      isDone: useIs("past", ["reports", "accounting_setup"], async () => {
        return (await ownOf(id).listBookImports().all()).length > 0;
      }),
      links: [
        { verb: "Import books", path: "import", mayDo: manages("accounting_setup") },
        { verb: "Upload a bank file", path: "transactions", mayDo: manages("transactions") },
      ],
    },
    {
      title: "Connect the bank",
      text: "Its lines then come in by themselves, and wait for a category where no rule knows one.",
      isDone: useIs("bank", ["integrations"], async () => {
        const all = await client.listIntegrations().all();
        return all.some(({ type, status }) => type === "banking" && status === "connected");
      }),
      links: [{ verb: "Connect a bank", path: "connections", mayDo: manages("integrations") }],
    },
    {
      title: "Check the chart of accounts",
      text:
        chart.length === 0
          ? "The categories on which everything is booked."
          : `${chart.length === 1 ? "1 category" : `${chart.length} categories`}, on which everything is booked. Add what you miss.`,
      // A chart begins with categories of one moment.
      isDone: new Set(chart.map((category) => category.created)).size > 1,
      links: [{ verb: "Open the chart", path: "chart", mayDo: manages("accounting_setup") }],
    },
    {
      title: "Invite somebody",
      text: "A bookkeeper who works with you, or an investor who only reads.",
      isDone: useIs("team", ["team_access"], async () => {
        const { members, invitations } = await client.getTeam();
        return members.length + invitations.length > 1;
      }),
      links: [{ verb: "Invite", path: "team", search: { do: "invite" }, mayDo: manages("team_access") }],
    },
  ];
}

export function FirstSteps({ company }: { readonly company: Company }) {
  const steps = useSteps(company);
  const pages = pagesOf(company);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section className="ov-card" aria-labelledby="ov-steps">
      <h2 id="ov-steps">Nothing is booked in the last year</h2>
      <p className="soft">
        Four steps to the first statement. Each can wait; the order is only a suggestion.
      </p>
      <ol className="ov-steps">
        {steps.map((step, at) => (
          <li key={step.title} className={step.isDone ? "done" : undefined}>
            <span className="ov-number" aria-hidden="true">
              {step.isDone ? "✓" : at + 1}
            </span>
            <div>
              <h3>
                {step.title}
                {step.isDone ? <span className="unseen"> (done)</span> : null}
              </h3>
              <p className="soft">{step.text}</p>
            </div>
            <span className="buttons">
              {step.links
                .filter(({ path, mayDo }) => mayDo && pages.some((page) => page.path === path))
                .map(({ verb, path, search = {} }, link) => (
                  <Link
                    key={verb}
                    className={step === next && link === 0 ? "button primary" : "button"}
                    to={addressOf(company.id, path)}
                    search={search}
                  >
                    {verb}
                  </Link>
                ))}
            </span>
          </li>
        ))}
      </ol>
      <p className="soft">
        Cash, revenue, costs, burn and runway show here with the first bank transaction, invoice or journal
        entry.
      </p>
    </section>
  );
}
