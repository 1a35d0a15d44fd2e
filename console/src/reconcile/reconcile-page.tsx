/**
 * The reconciliation of an account with a statement: the lines that are on it are ticked until nothing
 * differs, then it is finished. Without one that is open, the page begins the next.
 */
import type { Account } from "@daybook/client";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { OpenedReconciliation, Reconciliation } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Button } from "../kit/button.tsx";
import { dayText } from "../kit/dates.ts";
import { PageHead } from "../kit/page-head.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { EmptyState } from "../kit/states.tsx";
import { Part, Tabs } from "../kit/tabs.tsx";
import { dayOfText } from "../kit/times.ts";
import { companyPage } from "../parts/company-page.tsx";
import { useGo } from "../parts/go.ts";
import { usePeople } from "../parts/people.ts";
import { Read } from "../parts/read.tsx";
import { useWrite } from "../parts/use-write.ts";
import { Earlier, StateTag } from "./earlier.tsx";
import { Drop, Reopen } from "./endings.tsx";
import { Figures, WHY_NOT } from "./figures.tsx";
import { Lines } from "./lines.tsx";
import {
  keepFigures,
  reloadReconciliations,
  rereadLines,
  useFigures,
  useReconciliations,
} from "./queries.ts";
import { StartForm } from "./start-form.tsx";
import { useTicks } from "./use-ticks.ts";
import { figureText } from "./words.ts";
import "../style/lists.css";
import "./reconcile.css";

const PAGE = "/c/$company/accounts/$account/reconcile";
const SHOWN = ["open", "cleared", "earlier"] as const;

/** The query of the address. */
interface Search {
  /** A reconciliation; by default, the one that is not finished. */
  readonly at?: string | undefined;
  readonly show?: string | undefined;
}

const START: Search = { at: undefined, show: undefined };

export const ReconcilePage = companyPage("Reconcile", Reconcile);

interface Scene {
  readonly company: Company;
  readonly account: Account;
  /** The latest first. */
  readonly all: readonly Reconciliation[];
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly said: string;
  readonly onSay: (what: string) => void;
}

function Reconcile({ company }: { readonly company: Company }) {
  const { account: id } = useParams({ from: PAGE });
  const search: Search = useSearch({ from: PAGE });
  const go = useGo<Search>(PAGE);
  const [said, setSaid] = useState("");
  const query = useReconciliations(company.id, id);
  return (
    <Read isMain query={query} what="the reconciliations">
      {({ account, reconciliations: all }) => {
        if (account === null)
          return (
            <EmptyState title="No such account">
              <p>It is not there, or the address is wrong.</p>
            </EmptyState>
          );
        const scene = { company, account, all, search, go, said, onSay: setSaid };
        const present =
          search.at === undefined
            ? all.find(({ state }) => state !== "finished")
            : all.find((each) => each.id === search.at);
        return present === undefined ? (
          <Next {...scene} />
        ) : (
          <Present key={present.id} {...scene} present={present} />
        );
      }}
    </Read>
  );
}

/** A page above this one is not the present one. */
const EXACT = { exact: true } as const;

function Trail({ company, account }: Pick<Scene, "company" | "account">) {
  const params = { company: company.id };
  return (
    <p className="re-trail">
      <Link to="/c/$company/accounts" params={params} activeOptions={EXACT}>
        Accounts
      </Link>{" "}
      ›{" "}
      <Link to="/c/$company/accounts" params={params} search={{ account: account.id }} activeOptions={EXACT}>
        <bdi>{account.name}</bdi>
      </Link>{" "}
      ›
    </p>
  );
}

/** What is shown while nothing is being reconciled: the form that begins, and what was reconciled before. */
function Next({ company, account, all, search, go, said, onSay }: Scene) {
  const canManage = company.permissions.transactions === "manage";
  const isGone = search.at !== undefined;
  return (
    <>
      <PageHead title="Reconcile" trail={<Trail company={company} account={account} />} />
      <p className="says" role="status">
        {said}
      </p>
      {isGone ? <p className="none">There is no such reconciliation.</p> : null}
      {canManage && !isGone ? (
        <Part title="Begin with a statement">
          <StartForm
            company={company.id}
            account={account.id}
            before={all[0] ?? null}
            onStarted={(figures) => {
              keepFigures(company.id, figures);
              onSay("");
              void reloadReconciliations(company.id);
            }}
            onClose={() => history.back()}
          />
        </Part>
      ) : null}
      {all.length > 0 ? (
        <>
          <h2 className="list-title">Earlier reconciliations</h2>
          <Earlier company={company} rows={all} onOpen={(id) => go({ at: id, show: undefined })} />
        </>
      ) : canManage ? null : (
        <EmptyState isBelow title="Not reconciled yet">
          <p>
            A reconciliation shows that the lines of an account are those of the bank’s statement. A member
            who can manage transactions begins one here.
          </p>
        </EmptyState>
      )}
    </>
  );
}

interface PresentProps extends Scene {
  readonly present: Reconciliation;
}

function Present(props: PresentProps) {
  const { company, present } = props;
  const query = useFigures(company.id, present.id);
  return (
    <Read isMain query={query} what="the reconciliation">
      {(figures) => <Opened {...props} figures={figures} />}
    </Read>
  );
}

type OpenedProps = PresentProps & { readonly figures: OpenedReconciliation };

function Opened(props: OpenedProps) {
  const { company, all, search, go, said, onSay, figures } = props;
  const { id, state, open_count, cleared_count } = figures;
  const isFinished = state === "finished";
  const canTick = company.permissions.transactions === "manage" && !isFinished;
  const ticks = useTicks(
    ({ cleared, ids }) =>
      ownOf(company.id).clearReconciliationLines(id, { cleared, transaction_ids: [...ids] }),
    (after) => keepFigures(company.id, after),
  );
  const first = isFinished ? "cleared" : "open";
  const shown = SHOWN.find((each) => each === search.show) ?? first;
  const count = (number: number): string => number.toLocaleString("en-US");
  return (
    <>
      <Head {...props} canTick={canTick} isBusy={ticks.isBusy} />
      <Figures
        company={company.id}
        figures={figures}
        isBusy={ticks.isBusy}
        onTick={canTick ? ticks.tick : undefined}
      />
      <Tabs
        name="Parts of the reconciliation"
        page={PAGE}
        tabs={[
          ["open", `To resolve ${count(open_count)}`],
          ["cleared", `Cleared ${count(cleared_count)}`],
          ["earlier", "Earlier reconciliations"],
        ]}
        value={shown}
        searchOf={(word) => ({ show: word === first ? undefined : word })}
      />
      <p className="says" role="status">
        {said}
      </p>
      <Refusal error={ticks.error} />
      {shown === "earlier" && all.length === 1 ? (
        <p className="none">It is the only one of this account.</p>
      ) : shown === "earlier" ? (
        <Earlier
          company={company}
          rows={all.filter((each) => each.id !== id)}
          onOpen={(each) => {
            onSay("");
            go({ at: each, show: undefined });
          }}
        />
      ) : (
        <div className="split">
          <div className="sheet">
            <Lines
              key={shown}
              company={company.id}
              id={id}
              cleared={shown === "cleared"}
              ticks={canTick ? ticks : null}
            />
          </div>
        </div>
      )}
      <Foot {...props} />
    </>
  );
}

function Head(props: OpenedProps & { readonly canTick: boolean; readonly isBusy: boolean }) {
  const { company, account, all, go, onSay, figures, canTick, isBusy } = props;
  const { id, state, statement_date, open_count } = figures;
  const done = (after: OpenedReconciliation, what: string): void => {
    keepFigures(company.id, after);
    onSay(what);
    go({ at: id, show: undefined }, true);
    void reloadReconciliations(company.id);
  };
  const clear = useWrite({
    mutationFn: () => ownOf(company.id).clearReconciliationLines(id, {}),
    onSuccess: async (after) => {
      done(after, `All lines through ${dayText(statement_date)} are cleared.`);
      await rereadLines(company.id);
    },
  });
  const finish = useWrite({
    mutationFn: () => ownOf(company.id).finishReconciliation(id),
    onSuccess: (after) => done(after, `The statement of ${dayText(statement_date)} is reconciled.`),
  });
  const canReopen =
    state === "finished" && company.permissions.transactions === "manage" && all[0]?.id === id;
  return (
    <>
      <PageHead
        title={`Reconcile through ${dayText(statement_date)}`}
        trail={<Trail company={company} account={account} />}
        note={<StateTag state={state} />}
      >
        {canTick ? (
          <>
            <Drop
              company={company.id}
              figures={figures}
              onDone={(what) => {
                onSay(what);
                go(START, true);
                void reloadReconciliations(company.id);
              }}
            />
            {open_count === 0 ? null : (
              <Button className="button" isBusy={clear.isPending || isBusy} onClick={() => clear.mutate()}>
                Clear all up to the day
              </Button>
            )}
            <Button
              className="button primary"
              disabled={figures.difference_cents !== 0}
              aria-describedby={WHY_NOT}
              isBusy={finish.isPending || isBusy}
              onClick={() => finish.mutate()}
            >
              Finish
            </Button>
          </>
        ) : null}
        {canReopen ? <Reopen company={company.id} figures={figures} onDone={done} /> : null}
      </PageHead>
      <Refusal error={clear.error ?? finish.error} />
    </>
  );
}

/** With what it began, and who began or finished it. */
function Foot({ company, all, figures }: OpenedProps) {
  const people = usePeople(company);
  const { opening_balance_cents, finished_at, finished_by, created, created_by } = figures;
  const before = all[all.findIndex(({ id }) => id === figures.id) + 1];
  return (
    <p className="foot re-foot">
      <span>
        Opening balance {figureText(opening_balance_cents)}
        {before === undefined ? "" : `, that of ${dayText(before.statement_date)}`}
      </span>
      <span>
        {finished_at === null
          ? `Begun by ${people.nameOf(created_by)} on ${dayOfText(created)}`
          : `Finished by ${people.nameOf(finished_by)} on ${dayOfText(finished_at)}`}
      </span>
    </p>
  );
}
