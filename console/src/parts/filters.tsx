/** The fields above a list that filter it: side by side, and in two columns on a narrow screen. */
import type { ReactNode } from "react";
import { isDay } from "./dates.ts";
import "../style/lists.css";

type Cleared<Name extends string> = { readonly [Each in Name]?: undefined };

interface FilterBarProps<Name extends string> {
  /** The members of the page's address that filter. */
  readonly names: readonly Name[];
  readonly search: { readonly [Each in Name]?: string | undefined };
  /** Called with the members without values. */
  readonly onClear: (cleared: Cleared<Name>) => void;
  readonly children: ReactNode;
}

export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { names, search, onClear, children } = props;
  return (
    <search className="filters" aria-label="Filters">
      {children}
      {names.some((name) => search[name]) ? (
        <button
          type="button"
          className="button plain"
          onClick={() => onClear(Object.fromEntries(names.map((name) => [name, undefined])) as Cleared<Name>)}
        >
          Clear
        </button>
      ) : null}
    </search>
  );
}

interface FilterDayProps {
  readonly label: string;
  /** Empty for any day. */
  readonly value: string;
  readonly onDay: (day: string) => void;
}

export function FilterDay({ label, value, onDay }: FilterDayProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => {
          // A day that is still being typed is not complete.
          if (target.value === "" || isDay(target.value)) onDay(target.value);
        }}
      />
    </label>
  );
}

interface FilterTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onText: (text: string) => void;
}

/** A text that filters with Enter, or when the field is left. */
export function FilterText({ label, value, placeholder, onText }: FilterTextProps) {
  return (
    <label>
      {label}
      <input
        key={value}
        type="search"
        defaultValue={value}
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (event.key === "Enter") onText(event.currentTarget.value.trim());
        }}
        onBlur={(event) => {
          const text = event.target.value.trim();
          if (text !== value) onText(text);
        }}
      />
    </label>
  );
}

interface FilterChoiceProps {
  readonly label: string;
  /** Empty for all. */
  readonly value: string;
  /** The choice that filters nothing. */
  readonly all: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

export function FilterChoice({ label, value, all, options, onChoose }: FilterChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{all}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
