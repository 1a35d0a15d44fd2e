/**
 * The month close: the checklist of the month that is closed next, or of the days through one in the address,
 * the figures of the month beside it, closing, and opening again.
 */
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { CloseChecklist } from "../api/generated/schemas.ts";
import { forgetBooks } from "../api/queries.ts";
import { codeOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Button } from "../kit/button.tsx";
import { dayText, isDay, startOf, today } from "../kit/dates.ts";
import { PageHead } from "../kit/page-head.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { Tag } from "../kit/tag.tsx";
import { companyPage } from "../parts/company-page.tsx";
import { Read } from "../parts/read.tsx";
import { PackageMenu } from "../shell/package-menu.tsx";
import { useWrite } from "../parts/use-write.ts";
import { Closings, Figures } from "./beside.tsx";
import { Items } from "./items.tsx";
import { useChecklist } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { closedName } from "../parts/closed-name.ts";
import { closeVerb } from "./words.ts";
import "./close.css";

const PAGE = "/c/$company/close";

/** The query of the address. */
interface Search {
  /** The last day that would be closed. Default: that of the month that is closed next. */
  readonly through?: string | undefined;
}

export const ClosePage = companyPage("Month close", Close);

function Close({ company }: { readonly company: Company }) {
  const { through }: Search = useSearch({ from: PAGE });
  const asked = useChecklist(company.id, isDay(through) ? through : undefined);
  // The days of an old address may be closed by now: then the next month is shown.
  const isOver = through !== undefined && codeOf(asked.error) === "invalid_request";
  const next = useChecklist(company.id, undefined, isOver);
  const checklist = isOver ? next : asked;
  // Kept here: after a closing the next month is read, and shown with what was done.
  const [said, setSaid] = useState("");
  return (
    <Read isMain query={checklist} what="the checklist">
      {(read) => <Month company={company} checklist={read} said={said} onSaid={setSaid} />}
    </Read>
  );
}

interface MonthProps {
  readonly company: Company;
  readonly checklist: CloseChecklist;
  /** What was done last. */
  readonly said: string;
  readonly onSaid: (said: string) => void;
}

/** The id of what says why the month can't be closed without a reason. */
const WHY_NOT = "cl-why-not";

/** True if lines are pending at the bank, with which no books are closed whatever the reason. */
const hasPending = ({ items }: CloseChecklist): boolean =>
  items.some(({ item, state }) => item === "pending_lines" && state === "open");

/** Why the month is not simply closed, in a few words; null if it can be. */
function obstacle(checklist: CloseChecklist): string | null {
  const { through, open_count: open } = checklist;
  if (through >= today()) return `Ends ${dayText(through)}`;
  if (hasPending(checklist)) return "Bank lines are pending";
  if (open === 0) return null;
  return open === 1 ? "1 step left" : `${open} steps left`;
}

function Month({ company, checklist, said, onSaid }: MonthProps) {
  const { permissions } = company;
  const { through, closed_through, done_count: done, open_count: open } = checklist;
  const [asks, setAsks] = useState<"close" | "open" | null>(null);
  const mayClose = permissions.company === "manage" && permissions.accounting_setup === "manage";
  const why = obstacle(checklist);
  const hasEnded = through < today();
  const closed = async (): Promise<void> => {
    onSaid(`${closedName(through, true)} is closed.`);
    await forgetBooks(company.id);
  };
  const opened = async (): Promise<void> => {
    onSaid("The books are open.");
    await forgetBooks(company.id);
  };
  const close = useWrite({ mutationFn: () => ownOf(company.id).closeBooks({ through }), onSuccess: closed });
  return (
    <>
      <PageHead
        title={closeVerb(through, true)}
        note={
          <span id={WHY_NOT}>
            <Tag look={why === null ? "good" : "wait"}>{why ?? "Ready"}</Tag>
          </span>
        }
      >
        <Link
          className="button"
          to="/c/$company/statements/$statement"
          params={{ company: company.id, statement: "income" }}
          search={{ from: startOf("month", through, 1), to: through }}
        >
          Preview statements
        </Link>
        <PackageMenu
          company={company}
          name={closedName(through, true)}
          from={startOf("month", through, 1)}
          to={through}
        />
        {mayClose && closed_through !== null ? (
          <button type="button" className="button" onClick={() => setAsks("open")}>
            Open again…
          </button>
        ) : null}
        {mayClose ? (
          <Button
            className="button primary"
            isBusy={close.isPending || why !== null}
            aria-describedby={why === null ? undefined : WHY_NOT}
            onClick={() => close.mutate()}
          >
            {closeVerb(through)}
          </Button>
        ) : null}
      </PageHead>
      <p className="says" role="status">
        {said}
      </p>
      <Refusal error={close.error} />
      <div className="cl">
        <div>
          <Progress done={done} all={done + open} />
          <Items company={company} checklist={checklist} />
        </div>
        <aside className="cl-beside" aria-label={closedName(through, true)}>
          <Figures company={company.id} through={through} />
          <Effects
            through={through}
            mayClose={mayClose}
            onAnyway={hasEnded && open > 0 && !hasPending(checklist) ? () => setAsks("close") : null}
          />
          <Closings company={company} />
        </aside>
      </div>
      {asks === null ? null : (
        <Asked
          company={company}
          checklist={checklist}
          asks={asks}
          onDone={asks === "close" ? closed : opened}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  );
}

function Effects(props: {
  readonly through: string;
  readonly mayClose: boolean;
  /** Asks for the reason to close with open items; null where there are none, or the days have not ended. */
  readonly onAnyway: (() => void) | null;
}) {
  const { through, mayClose, onAnyway } = props;
  return (
    <section className="cl-card" aria-labelledby="cl-what">
      <h2 id="cl-what">What closing does</h2>
      <p className="soft">
        Entries through {dayText(through)} can no longer be added or changed. Corrections go to the days
        after. Whoever manages the company and its accounts can open it again; who did it and why is kept.
      </p>
      {mayClose && onAnyway !== null ? (
        <button type="button" className="button" onClick={onAnyway}>
          Close anyway…
        </button>
      ) : null}
      {mayClose ? null : (
        <p className="soft">
          You can look at it. Closing takes whoever manages the company and its accounts.
        </p>
      )}
    </section>
  );
}

interface AskedProps extends Pick<MonthProps, "company" | "checklist"> {
  readonly asks: "close" | "open";
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

/** Asks why the books are closed with open items, or opened again. */
function Asked({ company, checklist, asks, ...rest }: AskedProps) {
  const { through, closed_through, open_count: open } = checklist;
  return asks === "close" ? (
    <ReasonDialog
      title={`${closeVerb(through)} with open items`}
      verb={closeVerb(through)}
      says={`${open === 1 ? "1 item is" : `${open} items are`} open. Your reason and the checklist as it is now are kept.`}
      onSend={(reason) => ownOf(company.id).closeBooks({ through, reason })}
      {...rest}
    />
  ) : (
    <ReasonDialog
      title="Open the books again"
      verb="Open the books"
      says={`Entries through ${dayText(closed_through ?? through)} can change again, until the books are closed once more. Your reason is kept.`}
      onSend={(reason) => ownOf(company.id).openBooks({ reason })}
      {...rest}
    />
  );
}

function Progress({ done, all }: { readonly done: number; readonly all: number }) {
  return (
    <p className="cl-progress">
      <progress value={done} max={Math.max(all, 1)} aria-label="Items that are done" />
      <span>
        <b>
          {done} of {all}
        </b>{" "}
        <span className="soft">done</span>
      </span>
    </p>
  );
}
