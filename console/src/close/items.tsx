/** The items of the checklist by group, each with what was found and the way to its list. */
import { Link } from "@tanstack/react-router";
import type { CloseChecklist, CloseChecklistItem } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { Icon } from "../kit/icon.tsx";
import { addressOf, pagesOf } from "../shell/pages.ts";
import { verbOf } from "./words.ts";

const GROUPS = {
  money: "Money",
  entries: "Entries",
  subledgers: "Subledgers",
  review: "Review",
} as const;

const STATES = { done: "Done", open: "Open", nothing: "Nothing to check" } as const;

interface ItemsProps {
  readonly company: Company;
  readonly checklist: CloseChecklist;
}

export function Items({ company, checklist }: ItemsProps) {
  return Object.entries(GROUPS).map(([group, name]) => {
    const items = checklist.items.filter((each) => each.group === group);
    const checked = items.filter(({ state }) => state !== "nothing");
    const done = checked.filter(({ state }) => state === "done").length;
    return (
      <section key={group} aria-labelledby={`cl-${group}`}>
        <h2 className="cl-group" id={`cl-${group}`}>
          {name} <small className="soft">{checked.length === 0 ? "" : `${done} of ${checked.length}`}</small>
        </h2>
        <ul className="cl-items">
          {items.map((item) => (
            <Item key={item.item} company={company} item={item} />
          ))}
        </ul>
      </section>
    );
  });
}

function Item({ company, item }: { readonly company: Company; readonly item: CloseChecklistItem }) {
  const { state, title, evidence, opens } = item;
  const isSeen =
    opens !== null &&
    pagesOf(company).some(({ path }) => path.split("/")[0] === opens.page.split("/")[0]) &&
    state !== "nothing";
  return (
    <li className={`cl-${state}`}>
      <span className="cl-mark">
        {state === "done" ? <Icon name="check" /> : null}
        <span className="unseen">{STATES[state]}</span>
      </span>
      <span className="cl-what">
        <b>{title}</b>
        <small dir="auto">{evidence}</small>
      </span>
      {isSeen ? (
        <Link
          className={state === "open" ? "button" : "cl-see"}
          to={addressOf(company.id, opens.page)}
          search={opens.search}
          aria-label={`${state === "open" ? verbOf(item.item) : "See"}: ${title}`}
        >
          {state === "open" ? verbOf(item.item) : "See"}
        </Link>
      ) : null}
    </li>
  );
}
