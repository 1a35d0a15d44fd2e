/** What the statement and the cleared lines come to, and what explains the difference, as the service says. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OpenedReconciliation } from "../api/generated/schemas.ts";
import { dayText } from "../kit/dates.ts";
import { explain, figureText, isLineToTick, NOT_YET } from "./words.ts";

interface FiguresProps {
  readonly company: string;
  readonly figures: OpenedReconciliation;
  /** True until the figures have all ticks. */
  readonly isBusy: boolean;
  /** Ticks the line that explains the difference; left out for those who may not. */
  readonly onTick?: ((id: string, cleared: boolean) => void) | undefined;
}

/** The id of what says why a reconciliation can't be finished. */
export const WHY_NOT = "re-why-not";

export function Figures({ company, figures, isBusy, onTick }: FiguresProps) {
  const { statement_balance_cents, cleared_balance_cents, difference_cents } = figures;
  const differs = difference_cents !== 0;
  return (
    <section className="re-sums" aria-label="Figures" aria-busy={isBusy}>
      <dl>
        <Figure name="Statement balance" cents={statement_balance_cents}>
          on {dayText(figures.statement_date)}
        </Figure>
        <Figure name="Cleared balance" cents={cleared_balance_cents}>
          {figures.cleared_count.toLocaleString("en-US")}{" "}
          {figures.cleared_count === 1 ? "cleared line" : "cleared lines"}
        </Figure>
        <Figure name="Difference" cents={difference_cents} look={differs ? "re-differs" : "re-agrees"}>
          <span id={WHY_NOT}>{differs ? NOT_YET : "the statement agrees"}</span>
        </Figure>
      </dl>
      <Explanation company={company} figures={figures} onTick={onTick} />
    </section>
  );
}

function Figure(props: {
  readonly name: string;
  readonly cents: number;
  readonly look?: string;
  readonly children: ReactNode;
}) {
  const { name, cents, look, children } = props;
  return (
    <div className={look}>
      <dt>{name}</dt>
      <dd>
        <b>{figureText(cents)}</b>
        <small>{children}</small>
      </dd>
    </div>
  );
}

function Explanation({ company, figures, onTick }: Omit<FiguresProps, "isBusy">) {
  const explained = explain(figures);
  if (explained === null) return null;
  const { title, text, line } = explained;
  return (
    <div className="note re-explains" role="status">
      <p>
        <strong>{title}</strong> <bdi>{text}</bdi>
      </p>
      {line === null ? null : (
        <p className="buttons">
          {onTick !== undefined && isLineToTick(line) ? (
            <button type="button" className="button" onClick={() => onTick(line.id, !line.cleared)}>
              {line.cleared ? "Take it off" : "Clear it"}
            </button>
          ) : null}
          <Link
            className="button"
            to="/c/$company/transactions"
            params={{ company }}
            search={{ open: line.id }}
          >
            Open the transaction
          </Link>
        </p>
      )}
    </div>
  );
}
