/**
 * The command palette (Ctrl K): finds pages, companies, categories and commands by a few letters. A list box
 * with a field, as the accessibility guidelines describe it: the field keeps the focus.
 */
import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { categoriesQuery } from "../api/queries.ts";
import type { Company, Session } from "../api/types.ts";
import { choose } from "../preferences.ts";
import { STATEMENTS, type StatementName } from "../statements/view.ts";
import { addressOf, pagesOf } from "./pages.ts";
import { signOut } from "./user-menu.tsx";

interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
}

const MOST_SHOWN = 40;

export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button type="button" className="find" onClick={onOpen} aria-keyshortcuts="Control+K">
      Find anything <kbd>Ctrl K</kbd>
    </button>
  );
}

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly session: Session;
  readonly company: Company | null;
}

export function Palette(props: PaletteProps) {
  const { isOpen, onClose } = props;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      padding={0}
      size={560}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything">
        <Modal.Body>
          <Finder {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useCommands({ session, company, onClose }: PaletteProps): Command[] {
  const navigate = useNavigate();
  const canSeeChart = company !== null && company.permissions["accounting_setup"] !== "none";
  const chart = useQuery({ ...categoriesQuery(company?.id ?? ""), enabled: canSeeChart });
  return useMemo(() => {
    const command = (group: string, label: string, run: () => void): Command => ({
      id: `${group} ${label}`,
      group,
      label,
      run: () => {
        onClose();
        run();
      },
    });
    const statement = (id: string, name: StatementName, search = {}) =>
      void navigate({
        to: "/c/$company/statements/$statement",
        params: { company: id, statement: name },
        search,
      });
    const pages =
      company === null
        ? []
        : Object.entries(STATEMENTS).map(([name, { name: label }]) =>
            command("Page", label, () => statement(company.id, name as StatementName)),
          );
    const categories =
      company === null
        ? []
        : (chart.data ?? []).map(({ id, name, point_in_time }) => ({
            ...command("Category", name, () =>
              statement(company.id, point_in_time ? "balance" : "income", { find: name }),
            ),
            id,
          }));
    const others =
      company === null ? [] : pagesOf(company).filter(({ path }) => !path.startsWith("statements/"));
    return [
      ...pages,
      ...others.map(({ name, path }) =>
        command("Page", name, () => void navigate({ to: addressOf(company?.id ?? "", path) })),
      ),
      command("Page", "API keys", () => location.assign("/app/keys")),
      command("Page", "Where you are signed in", () => void navigate({ to: "/me/sessions" })),
      command("Page", "Password", () => location.assign("/app/password")),
      ...session.companies
        .filter(({ id }) => id !== company?.id)
        .map(({ id, name }) => ({ ...command("Company", name, () => statement(id, "income")), id })),
      command("Command", "Light theme", () => choose({ theme: "light" })),
      command("Command", "Dark theme", () => choose({ theme: "dark" })),
      command("Command", "Theme of the system", () => choose({ theme: "auto" })),
      command("Command", "Compact rows", () => choose({ density: "compact" })),
      command("Command", "Comfortable rows", () => choose({ density: "comfortable" })),
      command("Command", "Print", () => setTimeout(() => print(), 50)),
      command("Command", "Sign out", () => void signOut()),
      ...categories,
    ];
  }, [chart.data, company, navigate, onClose, session.companies]);
}

/** True if all letters of `words` stand in the label in their order. */
function isFound(label: string, words: string): boolean {
  let at = 0;
  for (const letter of words) {
    at = label.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The better, the smaller: the words at the beginning, at the beginning of a word, somewhere, scattered. */
function distance(label: string, words: string): number {
  const at = label.indexOf(words);
  if (at === 0) return 0;
  if (at > 0) return label[at - 1] === " " ? 1 : 2;
  return 3;
}

function Finder(props: PaletteProps) {
  const commands = useCommands(props);
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  // Not deferred: Enter must mean what the letters say.
  const words = text.trim().toLowerCase();
  const found = useMemo(
    () =>
      commands
        .map((command) => ({ command, label: command.label.toLowerCase() }))
        .filter(({ label }) => isFound(label, words))
        .toSorted((a, b) => distance(a.label, words) - distance(b.label, words))
        .slice(0, MOST_SHOWN)
        .map(({ command }) => command),
    [commands, words],
  );
  const chosen = found[Math.min(place, found.length - 1)];
  useEffect(() => {
    if (chosen) document.querySelector(`#${idOf(chosen)}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setPlace(Math.min(place + 1, found.length - 1));
    else if (event.key === "ArrowUp") setPlace(Math.max(place - 1, 0));
    else if (event.key === "Enter") chosen?.run();
    else return;
    event.preventDefault();
  };
  return (
    <div className="palette">
      <input
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
        autoComplete="off"
        spellCheck={false}
        placeholder="A page, a category, a company, a command"
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-list" role="listbox" aria-label="Found">
        {found.map((command) => (
          <li
            key={command.id}
            id={idOf(command)}
            role="option"
            aria-selected={command === chosen}
            onMouseMove={() => setPlace(found.indexOf(command))}
            onClick={command.run}
          >
            <span dir="auto">{command.label}</span>
            <small>{command.group}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="none">Nothing has these letters.</p> : null}
    </div>
  );
}

/** The id of a command's element. Ids of the service have letters that no selector needs to escape. */
function idOf({ id }: Command): string {
  return `found-${id.replaceAll(/\W/g, "-")}`;
}
