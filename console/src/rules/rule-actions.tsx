/** What one does with a rule that is there: apply it to the past, with its progress, or delete it. */
import type { Rule } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Refusal } from "../kit/refusal.tsx";
import { Tried } from "./rule-form.tsx";
import { useWrite } from "../parts/use-write.ts";

export const rulesKey = (company: string) => ["rules", company] as const;

/** How long the page waits before it asks for the progress of a job again. */
const PAUSE_MS = 500;

/** Applies a rule to what is uncategorized, after what that is was shown. */
export function Past({ company, rule }: { readonly company: Company; readonly rule: Rule }) {
  const [isTrying, setTrying] = useState(false);
  const apply = useWrite({
    mutationFn: () => ownOf(company.id).applyRule(rule.id),
    onSuccess: async () => {
      setTrying(false);
      await queryClient.invalidateQueries({ queryKey: rulesKey(company.id) });
    },
  });
  const job = useQuery({
    queryKey: ["job", company.id, rule.job_id],
    enabled: rule.job_id !== null,
    queryFn: ({ signal }) => clientOf(company.id).getJob(rule.job_id ?? "", { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === "pending" || data?.status === "processing" ? PAUSE_MS : false,
  }).data;
  const isRunning = job?.status === "pending" || job?.status === "processing";
  const number = (count: number): string => count.toLocaleString("en-US");
  return (
    <section aria-label="The past">
      {job === undefined ? null : isRunning ? (
        <div role="status">
          <progress aria-label="Tried" value={job.processed} max={Math.max(1, job.total)} />
          <p>
            It is being applied: {number(job.processed)} of {number(job.total)} are tried.
          </p>
        </div>
      ) : (
        <p role="status" className="soft">
          {job.status === "failed"
            ? "The last application to the past was ended before it was through."
            : `It was applied to the past: ${number(job.processed)} uncategorized ${job.processed === 1 ? "transaction was" : "transactions were"} tried.`}
        </p>
      )}
      {isTrying ? (
        <div className="note" role="group" aria-label="Before it is applied">
          <Tried company={company} conditions={rule.conditions} category={rule.category_id} />
          <p className="soft">
            Only uncategorized ones change, and only where no active rule above this one decides.
          </p>
          <p className="buttons">
            <Button
              className="button primary"
              isBusy={apply.isPending}
              disabled={!rule.active}
              onClick={() => apply.mutate()}
            >
              Apply it now
            </Button>
            <button type="button" className="button" onClick={() => setTrying(false)}>
              Not now
            </button>
          </p>
        </div>
      ) : (
        <p>
          <Button
            className="button"
            isBusy={isRunning}
            disabled={!rule.active}
            onClick={() => setTrying(true)}
          >
            Try it on the past
          </Button>
        </p>
      )}
      <Refusal error={apply.error} />
    </section>
  );
}

export function DeleteRule(props: {
  readonly company: Company;
  readonly rule: Rule;
  readonly onDeleted: () => void;
}) {
  const { company, rule, onDeleted } = props;
  const [isSure, setSure] = useState(false);
  const remove = useWrite({
    mutationFn: () => clientOf(company.id).deleteRule(rule.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: rulesKey(company.id) });
      onDeleted();
    },
  });
  if (!isSure)
    return (
      <p>
        <button type="button" className="button" onClick={() => setSure(true)}>
          Delete it
        </button>
      </p>
    );
  return (
    <div className="note" role="group" aria-label="Before it is deleted">
      <p>You can’t undo this. Transactions that it categorized keep their category.</p>
      <p className="buttons">
        <Button className="button primary" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete it now
        </Button>
        <button type="button" className="button" onClick={() => setSure(false)}>
          Keep it
        </button>
      </p>
      <Refusal error={remove.error} />
    </div>
  );
}
