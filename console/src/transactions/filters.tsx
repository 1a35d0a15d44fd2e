/** The conditions of the list. All of them are in the address. */
import { Popover } from "@mantine/core";
import { useEffect, useState } from "react";
import { ChoiceMenu } from "../parts/choice-menu.tsx";
import { Down } from "../parts/menu-button.tsx";
import type { Choice } from "../parts/choices.ts";
import { dayText, isDay } from "../parts/dates.ts";
import { Picker } from "../parts/picker.tsx";
import type { Scene } from "./scene.ts";
import { rangeOf } from "../kit/typed-amounts.ts";
import { FILTER_WORDS, isFiltered, type Search, STATUSES } from "./view.ts";

const STATUS_CHOICES = [["", "any"], ...Object.entries(STATUSES)] as const;
const OF_CATEGORY: readonly Choice[] = [
  { id: "none", name: "Uncategorized" },
  { id: "any", name: "Categorized" },
];
/** Letters that are typed fast become one request. */
const PAUSE_MS = 200;

export function Filters({ scene: { names, search, go, company } }: { readonly scene: Scene }) {
  const cleared = Object.fromEntries(FILTER_WORDS.map((word) => [word, undefined])) as Search;
  const amount = search.amount ?? "";
  const category = OF_CATEGORY.find(({ id }) => id === search.category)?.name;
  return (
    <div className="bar tx-bar" role="toolbar" aria-label="Conditions of the list">
      <Typed
        label="Find transactions"
        placeholder="Find: merchant, text, memo"
        value={search.text ?? ""}
        className="search tx-find"
        onType={(text) => go({ text }, true)}
      />
      <Typed
        label="Amount"
        placeholder="Amount, 10..20"
        value={amount}
        className="search"
        isWrong={amount !== "" && rangeOf(amount) === null}
        onType={(typed) => go({ amount: typed }, true)}
      />
      <Days search={search} go={go} />
      <NameFilter
        label="Category"
        value={category ?? names.nameOf(search.category ?? null)}
        choices={[...OF_CATEGORY, ...names.categories]}
        onChoose={(id) => go({ category: id })}
      />
      <NameFilter
        label="Account"
        value={names.nameOf(search.account ?? null)}
        choices={names.accounts}
        onChoose={(id) => go({ account: id })}
      />
      {company.features.includes("departments") ? (
        <NameFilter
          label="Department"
          value={names.nameOf(search.department ?? null)}
          choices={names.departments.filter(({ id }) => id !== null)}
          onChoose={(id) => go({ department: id })}
        />
      ) : null}
      <ChoiceMenu
        name="Status"
        isNamed
        choices={STATUS_CHOICES}
        value={search.status !== undefined && search.status in STATUSES ? search.status : ""}
        onChoose={(status) => go({ status: status === "" ? undefined : status })}
      />
      {isFiltered(search) ? (
        <button type="button" className="button plain" onClick={() => go(cleared)}>
          Show all
        </button>
      ) : null}
    </div>
  );
}

interface TypedProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly className: string;
  readonly isWrong?: boolean;
  readonly onType: (text: string | undefined) => void;
}

function Typed({ label, placeholder, value, className, isWrong = false, onType }: TypedProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onType(text === "" ? undefined : text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onType]);
  return (
    <input
      className={className}
      type="search"
      aria-label={label}
      aria-invalid={isWrong}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface NameFilterProps {
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string | undefined) => void;
}

function NameFilter({ label, value, choices, onChoose }: NameFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = ({ id }: Choice): void => {
    setOpen(false);
    onChoose(id ?? undefined);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={value === null ? "button" : "button chosen"}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
          {value === null ? null : (
            <>
              : <span dir="auto">{value}</span>
            </>
          )}{" "}
          <Down />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Picker
          label={label}
          choices={value === null ? choices : [{ id: null, name: "Any" }, ...choices]}
          onChoose={choose}
          onCancel={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Days({ search, go }: Pick<Scene, "search" | "go">) {
  const [isOpen, setOpen] = useState(false);
  const { from, to } = search;
  const shown = [isDay(from) ? `from ${dayText(from)}` : null, isDay(to) ? `to ${dayText(to)}` : null].filter(
    (text) => text !== null,
  );
  const isWrong = isDay(from) && isDay(to) && from > to;
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
          className={shown.length === 0 ? "button" : "button chosen"}
          onClick={() => setOpen(!isOpen)}
        >
          Days{shown.length === 0 ? "" : ` ${shown.join(" ")}`} <Down />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Days">
        <div className="tx-days">
          <label>
            First day
            <input
              type="date"
              value={from ?? ""}
              onChange={(event) => go({ from: event.target.value }, true)}
            />
          </label>
          <label>
            Last day
            <input type="date" value={to ?? ""} onChange={(event) => go({ to: event.target.value }, true)} />
          </label>
          {isWrong ? (
            <p className="problem" role="alert">
              The first day must be before the last one.
            </p>
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
