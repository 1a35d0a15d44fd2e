/** The plan, the requests of the month as a bar with its numbers, and the limits of a minute. */
import { useQuery } from "@tanstack/react-query";
import { ownOf } from "../api/service.ts";
import type { Usage } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { Table } from "../kit/table.tsx";
import { dayText, monthText } from "../kit/dates.ts";
import { Facts } from "../kit/facts.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import { Part } from "../kit/tabs.tsx";
import { timeText } from "../kit/times.ts";
import { problemOf } from "../parts/stale.tsx";

const PLAN_NAMES = {
  formation: "Formation",
  startup: "Startup",
  growth: "Growth",
  enterprise: "Enterprise",
} as const;
const SUBSCRIPTION_NAMES = {
  active: "Active",
  trialing: "In a trial",
  past_due: "A payment is late; nothing stops yet",
  closed: "Ended",
  none: "None",
} as const;

const count = (requests: number): string => requests.toLocaleString("en-US");

export function UsagePart({ company }: { readonly company: Company }) {
  const usage = useQuery({
    queryKey: ["usage", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getUsage({ signal }),
  });
  if (problemOf(usage))
    return <ProblemState isBelow error={usage.error} retry={() => void usage.refetch()} />;
  if (usage.data === undefined) return <Loading what="the usage" />;
  return <UsageOf usage={usage.data} />;
}

function UsageOf({ usage }: { readonly usage: Usage }) {
  return (
    <>
      <Part title="Plan">
        <Facts
          facts={[
            ["Plan", PLAN_NAMES[usage.plan]],
            [
              "Subscription",
              usage.plan === "enterprise"
                ? "Not needed for this plan"
                : SUBSCRIPTION_NAMES[usage.subscription_status],
            ],
            ["Trial ends", usage.trial_ends_at === null ? null : timeText(usage.trial_ends_at)],
          ]}
        />
      </Part>
      <Part title={`Requests in ${monthText(`${usage.month}-01`)}`}>
        <Month usage={usage} />
        <p className="hint">
          Requests by API keys count, refused ones only if they came as far as the operation. Pages of this
          console do not count. The month is that of Los Angeles.
        </p>
      </Part>
      {usage.months.length > 1 ? <Months usage={usage} /> : null}
      <Part title="In a minute">
        <Facts
          facts={[
            ["Each API key", `${count(usage.burst_requests)} requests`],
            ["Each user of the console", `${count(usage.console_requests)} requests`],
          ]}
        />
        <p className="hint">
          More are refused until the next whole minute. <a href="/docs/concepts/limits">All limits</a> are in
          the documents.
        </p>
      </Part>
    </>
  );
}

function Month({ usage: { requests, cap, is_override, resets_on } }: { readonly usage: Usage }) {
  if (cap === null)
    return (
      <p className="co-figure">
        <b>{count(requests)}</b> requests; the plan has no limit
      </p>
    );
  const left = Math.max(0, cap - requests);
  return (
    <>
      <p className="co-figure">
        <b>{count(requests)}</b> of {count(cap)} requests, {count(left)} left
      </p>
      <meter
        className={left === 0 ? "co-bar full" : "co-bar"}
        min={0}
        max={Math.max(1, cap)}
        value={Math.min(requests, cap)}
        aria-label="Requests of the month"
      />
      <p>
        {left === 0 ? "Requests by API keys are refused until then. " : null}
        The count begins again on {dayText(resets_on)}.
        {is_override ? " An operator set this month’s limit in place of the plan’s." : null}
      </p>
    </>
  );
}

function Months({ usage: { months } }: { readonly usage: Usage }) {
  return (
    <Part title="Earlier months">
      <Table caption="Requests by month" heads={["Month", ["Requests", "n"]]}>
        <tbody>
          {months.toReversed().map(({ month, requests }) => (
            <tr key={month}>
              <th scope="row">{monthText(`${month}-01`)}</th>
              <td className="n">{count(requests)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  );
}
