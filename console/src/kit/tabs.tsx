/** The parts of a page, of which its address names one. */
import { Link, type LinkProps, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import "../style/lists.css";

/** A tab is the present one only if the address names no other. */
const SAME_TAB = { explicitUndefined: true } as const;

/** Links to the parts, so that each can be opened in a window of its own. */
export function Tabs<Word extends string>(props: {
  readonly name: string;
  readonly page: NonNullable<LinkProps["to"]>;
  readonly tabs: readonly (readonly [word: Word, label: string])[];
  readonly value: Word;
  /** The members of the page's address that a tab changes. */
  readonly searchOf: (word: Word) => object;
  readonly onChoose?: () => void;
}) {
  const { name, page, tabs, value, searchOf, onChoose } = props;
  // Those of the page itself: the address may be of the next page already, which is still loading.
  const params = useParams({ strict: false });
  return (
    <nav className="tabs" aria-label={name}>
      {tabs.map(([word, label]) => (
        <Link
          key={word}
          to={page}
          params={() => params}
          search={(before: object) => ({ ...before, ...searchOf(word) })}
          activeOptions={SAME_TAB}
          aria-current={word === value ? "page" : undefined}
          onClick={onChoose}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** A part of a page with its heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
