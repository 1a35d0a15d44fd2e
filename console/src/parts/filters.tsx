/** The fields above a list that filter it: side by side, and in two columns on a narrow screen. */
import type { ReactNode } from "react";
import { isDay } from "./dates.ts";
import "../style/lists.css";

interface FilterBarProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function FilterBar({ isFiltered, onClear, children }: FilterBarProps) {
  return (
    <search className="filters" aria-label="Filters">
      {children}
      {isFiltered ? (
        <button type="button" className="button plain" onClick={onClear}>
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
          // While a day is being written it is none yet.
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
