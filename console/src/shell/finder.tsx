/**
 * What is in the command palette: finds pages, actions of the page, companies, categories, departments and
 * commands by a few letters, and people, spreadsheets, invoices and transactions in the service. A list box
 * with a field, as the accessibility guidelines describe it: the field keeps the focus.
 * What is known at once stands first, so that an answer of the service never moves what Enter would choose.
 */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Company, Session } from "../api/types.ts";
import { categoriesQuery, departmentsQuery } from "../api/queries.ts";
import { distance, NOT_FOUND } from "../kit/choices.ts";
import { useChosenRow } from "../kit/list-keys.ts";
import { choose } from "../parts/preferences.ts";
import { pageCommands } from "./commands.ts";
import { type Hit, useFound } from "./finding.ts";
import { addressOf, LEDGER, pagesOf, type StatementName, STATEMENTS } from "./pages.ts";
import { placeOf } from "./places.ts";
import { signOut } from "./user-menu.tsx";
import "./finder.css";

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly session: Session;
  readonly company: Company | null;
}

interface Command {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly run: () => void;
}

interface Group {
  readonly name: string;
  readonly commands: readonly Command[];
  /** True for a group that is shown only once something is typed. */
  readonly isLong?: boolean;
}

/** Most of one group that are shown. */
const MOST_OF_GROUP = 12;

/** What is known without asking: in groups, in the order in which they stand while nothing is typed. */
function useGroups({ session, company, onClose }: PaletteProps): readonly Group[] {
  const navigate = useNavigate();
  const canSeeChart = company !== null && company.permissions.accounting_setup !== "none";
  const id = company?.id ?? "";
  const chart = useQuery({ ...categoriesQuery(id), enabled: canSeeChart });
  const hasDepartments = canSeeChart && company.features.includes("departments");
  const departments = useQuery({ ...departmentsQuery(id), enabled: hasDepartments });
  // The page below does not change while the palette is over it.
  const [ofPage] = useState(pageCommands);
  return useMemo(() => {
    const command = (label: string, run: () => void, key = label, note = ""): Command => ({
      id: key,
      label,
      note,
      run: () => {
        onClose();
        run();
      },
    });
    const statement = (of: string, name: StatementName, search = {}) =>
      void navigate({
        to: "/c/$company/statements/$statement",
        params: { company: of, statement: name },
        search,
      });
    const pages =
      company === null ? [] : pagesOf(company).filter(({ path }) => !path.startsWith("statements/"));
    const statements =
      company === null || company.permissions.reports === "none" ? [] : Object.entries(STATEMENTS);
    return [
      { name: "On this page", commands: ofPage.map(({ label, run }) => command(label, run)) },
      {
        name: "Pages",
        commands: [
          ...statements.map(([name, { name: label }]) =>
            command(label, () => statement(id, name as StatementName)),
          ),
          ...[...(statements.length === 0 ? [] : [LEDGER]), ...pages].map(({ name, path }) =>
            command(name, () => void navigate({ to: addressOf(id, path) })),
          ),
          command("API keys", () => location.assign("/app/keys")),
          command("Your account", () => void navigate({ to: "/me/sessions" })),
          command("Password", () => location.assign("/app/password")),
        ],
      },
      {
        name: "Companies",
        commands: session.companies
          .filter((other) => other.id !== id)
          .map((other) =>
            command(
              other.name,
              () => void navigate({ to: "/c/$company/overview", params: { company: other.id } }),
              other.id,
            ),
          ),
      },
      {
        name: "Commands",
        commands: [
          command("Light theme", () => choose({ theme: "light" })),
          command("Dark theme", () => choose({ theme: "dark" })),
          command("Theme of the system", () => choose({ theme: "auto" })),
          command("Compact rows", () => choose({ density: "compact" })),
          command("Comfortable rows", () => choose({ density: "comfortable" })),
          command("Print", () => setTimeout(() => print(), 50)),
          command("Sign out", () => void signOut()),
        ],
      },
      {
        name: "Categories",
        isLong: true,
        commands: (chart.data ?? []).map((category) =>
          command(
            category.name,
            () => statement(id, category.point_in_time ? "balance" : "income", { find: category.name }),
            category.id,
          ),
        ),
      },
      {
        name: "Departments",
        isLong: true,
        commands: (departments.data ?? []).map(({ id: department, name }) =>
          command(name, () => statement(id, "income", { rows: "department", find: name }), department),
        ),
      },
    ];
  }, [chart.data, departments.data, company, id, navigate, ofPage, onClose, session.companies]);
}

/** The groups of which letters find something, those with the nearest names first. */
function nearest(groups: readonly Group[], letters: string): readonly Group[] {
  if (letters === "") return groups.filter(({ commands, isLong }) => commands.length > 0 && !isLong);
  return groups
    .map(({ name, commands }) => {
      const found = commands
        .map((command) => ({ command, far: distance(command.label.toLowerCase(), letters) }))
        .filter(({ far }) => far < NOT_FOUND)
        .toSorted((a, b) => a.far - b.far)
        .slice(0, MOST_OF_GROUP);
      return { name, commands: found.map(({ command }) => command), far: found[0]?.far ?? NOT_FOUND };
    })
    .filter(({ far }) => far < NOT_FOUND)
    .toSorted((a, b) => a.far - b.far);
}

interface FinderProps extends PaletteProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function Finder(props: FinderProps) {
  const { company, onClose, text, onText } = props;
  const navigate = useNavigate();
  const groups = useGroups(props);
  const field = useRef<HTMLInputElement>(null);
  // It stands in for the field that took the first letters while this was loaded, and takes the next one.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  // Not deferred: Enter must mean what the letters say.
  const letters = text.trim().toLowerCase();
  const found = useFound(company, letters);
  const shown = useMemo(() => {
    const open = (to: string, search: Hit["search"]) => (): void => {
      onClose();
      void navigate({ to, search });
    };
    const id = text.trim();
    const record = company === null ? null : placeOf(company, id);
    const opening = record && { id, label: `Open ${id}`, note: "", run: open(record.to, record.search) };
    const byId = opening === null ? [] : [{ name: "Records", commands: [opening] }];
    const hits = found.groups.map(({ name, hits: of }) => ({
      name,
      commands: of.map(({ to, search, ...hit }) => ({ ...hit, run: open(to, search) })),
    }));
    return [...nearest(groups, letters), ...byId, ...hits].map(({ name, commands }) => ({
      name,
      commands: commands.map((command) => ({ ...command, key: keyOf(name, command.id) })),
    }));
  }, [groups, found.groups, letters, text, company, navigate, onClose]);
  const all = shown.flatMap(({ commands }) => commands);
  const { at: place, chooseRow, move } = useChosenRow(all.map(({ key }) => key));
  const chosen = all[place];
  const key = chosen?.key;
  useEffect(() => {
    if (key === undefined) return;
    // The first one with the name of its group.
    const option = document.querySelector(`#${key}`);
    (place === 0 ? option?.closest("[role=group]") : option)?.scrollIntoView({ block: "nearest" });
  }, [key, place]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") chosen?.run();
    else return;
    event.preventDefault();
  };
  return (
    <div className="palette">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={key}
        autoComplete="off"
        spellCheck={false}
        placeholder="A page, a person, a merchant, an amount, a command"
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          chooseRow(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" className="palette-list" role="listbox" aria-label="Found">
        {shown.map(({ name, commands }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true">{name}</p>
            {commands.map((command) => (
              <div
                key={command.key}
                id={command.key}
                role="option"
                aria-selected={command === chosen}
                onMouseMove={() => chooseRow(command.key)}
                onClick={command.run}
              >
                <span dir="auto">{command.label}</span>
                {command.note === "" ? null : <small>{command.note}</small>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={all.length === 0 ? "none" : "palette-says"} role="status">
        {found.isPending
          ? "Looking through the company…"
          : found.failed.length > 0
            ? `Could not be searched: ${found.failed.join(", ")}.`
            : all.length === 0
              ? "Nothing has these letters. Transactions are found by text, memo or amount, such as 120 or 10..20."
              : ""}
        <span aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> opens <kbd>Esc</kbd> closes
        </span>
      </p>
    </div>
  );
}

/** The id of a command's element: letters that no selector needs to escape. */
function keyOf(group: string, id: string): string {
  return `found-${group}-${id}`.replaceAll(/[^\w-]/g, "-");
}
