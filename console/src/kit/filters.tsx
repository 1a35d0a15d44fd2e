/**
 * The conditions above a list: what is searched for, and a button for each condition, which says what is
 * chosen. On a narrow screen the finger moves them.
 */
import { Popover } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { ChoiceMenu } from "./choice-menu.tsx";
import type { Choice } from "./choices.ts";
import { DayInput } from "./day-input.tsx";
import { dayText, isDay } from "./dates.ts";
import { Down } from "./menu-button.tsx";
import { Picker } from "./picker.tsx";

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
    <search className="bar" aria-label="Filters">
      {children}
      {names.some((name) => search[name]) ? (
        <button
          type="button"
          className="button plain"
          onClick={() => onClear(Object.fromEntries(names.map((name) => [name, undefined])) as Cleared<Name>)}
        >
          Clear filters
        </button>
      ) : null}
    </search>
  );
}

/** Letters that are typed fast become one request. */
const PAUSE_MS = 200;

interface FilterTextProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly isWrong?: boolean;
  readonly most?: number;
  /** Called with what was typed after a pause; empty for nothing. */
  readonly onText: (text: string) => void;
}

export function FilterText(props: FilterTextProps) {
  const { label, placeholder = label, value, isWrong = false, most, onText } = props;
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onText(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onText]);
  return (
    <input
      className="search"
      type="search"
      aria-label={label}
      aria-invalid={isWrong}
      placeholder={placeholder}
      maxLength={most}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface FilterButtonProps {
  readonly label: string;
  /** What is chosen; null for nothing. */
  readonly value: string | null;
  /** What opens below the button. */
  readonly children: (close: () => void) => ReactNode;
}

/** A condition as a button that says what is chosen, and opens below what can be. */
function FilterButton({ label, value, children }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={value === null ? "button filter" : "button filter chosen"}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
          {value === null ? null : (
            <>
              {": "}
              <span dir="auto">{value}</span>
            </>
          )}{" "}
          <Down />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}

interface FilterNameProps {
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly Choice[];
  /** Called without an id for any. */
  readonly onChoose: (id: string | undefined) => void;
}

/** One of many names, found by a few letters. */
export function FilterName({ label, value, choices, onChoose }: FilterNameProps) {
  return (
    <FilterButton label={label} value={value}>
      {(close) => (
        <Picker
          label={label}
          choices={value === null ? choices : [{ id: null, name: "Any" }, ...choices]}
          onChoose={({ id }) => {
            close();
            onChoose(id ?? undefined);
          }}
          onCancel={close}
        />
      )}
    </FilterButton>
  );
}

interface FilterDaysProps {
  readonly label?: string;
  /** Empty or undefined for any day. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onDays: (days: { readonly from?: string | undefined; readonly to?: string | undefined }) => void;
}

/** From one day up to another; either may be left out. */
export function FilterDays({ label = "Days", from = "", to = "", onDays }: FilterDaysProps) {
  const shown = [isDay(from) ? `from ${dayText(from)}` : "", isDay(to) ? `to ${dayText(to)}` : ""]
    .filter((text) => text !== "")
    .join(" ");
  const isWrong = isDay(from) && isDay(to) && from > to;
  return (
    <FilterButton label={label} value={shown === "" ? null : shown}>
      {() => (
        <div className="form">
          <DayInput
            label="First day"
            value={from}
            onDay={(day) => onDays({ from: day === "" ? undefined : day })}
          />
          <DayInput
            label="Last day"
            value={to}
            problem={isWrong ? "The first day must be before the last one." : undefined}
            onDay={(day) => onDays({ to: day === "" ? undefined : day })}
          />
        </div>
      )}
    </FilterButton>
  );
}

interface FilterDayProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (day: string) => void;
}

/** One day, on which the whole list depends. */
export function FilterDay({ label, value, onDay }: FilterDayProps) {
  return (
    <FilterButton label={label} value={isDay(value) ? dayText(value) : null}>
      {() => <DayInput label={label} value={value} onDay={onDay} />}
    </FilterButton>
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

/** One of a few words. */
export function FilterChoice({ label, value, all, options, onChoose }: FilterChoiceProps) {
  return (
    <ChoiceMenu
      name={label}
      isNamed
      isChosen={value !== ""}
      choices={[["", all], ...options.map(({ id, name }) => [id, name] as const)]}
      value={value}
      onChoose={onChoose}
    />
  );
}
