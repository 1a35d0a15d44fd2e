/** The parts of a page, of which its address names one. */
import type { ReactNode } from "react";
import "../style/lists.css";

export function Tabs<Word extends string>(props: {
  readonly name: string;
  readonly tabs: readonly (readonly [word: Word, label: string])[];
  readonly value: Word;
  readonly onChoose: (word: Word) => void;
}) {
  const { name, tabs, value, onChoose } = props;
  return (
    <nav className="tabs" aria-label={name}>
      {tabs.map(([word, label]) => (
        <button
          key={word}
          type="button"
          aria-current={word === value ? "page" : undefined}
          onClick={() => onChoose(word)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

/** For links as tabs: a tab is the present one only if the address names no other. */
export const SAME_TAB = { explicitUndefined: true } as const;

/** A part of a page with its heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
