/**
 * The rules in the order in which they are tried. Whoever manages the accounting setup moves them by drag or
 * by Alt and the arrows, switches them, edits them, and applies them to the past.
 */
import type { Rule } from "@daybook/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { FilterText } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { useGo } from "../parts/go.ts";
import { type Done, DoneLine } from "../kit/done-line.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Facts } from "../kit/facts.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { refusalText } from "../kit/refusal.tsx";
import { onListKey } from "../kit/list-keys.ts";
import { type Names, useNames } from "../parts/names.ts";
import { Panel } from "../kit/panel.tsx";
import { EmptyState } from "../kit/states.tsx";
import { timeText } from "../kit/times.ts";
import { DeleteRule, Past, rulesKey } from "./rule-actions.tsx";
import { type RuleDraft, RuleForm } from "./rule-form.tsx";
import { conditionsText, draftOf } from "./words.ts";
import "../style/lists.css";
import "./rules.css";
import { useWrite } from "../parts/use-write.ts";
import { companyPage } from "../parts/company-page.tsx";
import { Read } from "../parts/read.tsx";

/** The query of the address. */
interface Search {
  readonly rule?: string | undefined;
  readonly find?: string | undefined;
  /** `add` opens the form of a new rule, `edit` that of the open one. */
  readonly do?: string | undefined;
}

const CLOSED: Search = { rule: undefined, do: undefined };

export const RulesPage = companyPage("Rules", RulesOf);

interface Scene {
  readonly company: Company;
  readonly names: Names;
  readonly rules: readonly Rule[];
  readonly search: Search;
  readonly canManage: boolean;
  readonly go: (change: Search, replace?: boolean) => void;
  /** Says what was done, and what takes it back. */
  readonly onSay: (what: string, undo?: () => void) => void;
  /** Moves a rule to a position, from 1. */
  readonly move: (rule: Rule, position: number) => void;
}

function RulesOf({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/rules" });
  const names = useNames(company);
  const [done, setDone] = useState<Done>({ text: "" });
  const setSaid = (text: string, undo?: () => void): void => setDone({ text, undo });
  const go = useGo<Search>("/c/$company/rules");
  const query = useQuery({
    queryKey: rulesKey(company.id),
    queryFn: ({ signal }) => clientOf(company.id).listRules({ signal }).all(),
  });
  const canManage = company.permissions.accounting_setup === "manage";
  const rules = query.data ?? [];
  const placing = useMutation({
    // Two moves are sent one after the other, so that the list ends as it is shown.
    scope: { id: `rules of ${company.id}` },
    mutationKey: ["moves of rules", company.id],
    mutationFn: ({ rule, position }: { rule: Rule; position: number }) =>
      clientOf(company.id).changeRule(rule.id, { position }),
    onError: (error) => setSaid(refusalText(error)),
    // What is read between two moves is not what is shown.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: ["moves of rules", company.id] }) > 1
        ? undefined
        : queryClient.invalidateQueries({ queryKey: rulesKey(company.id) }),
  });
  const place = (rule: Rule, position: number): void => {
    queryClient.setQueryData<readonly Rule[]>(rulesKey(company.id), (before = []) =>
      before.filter(({ id }) => id !== rule.id).toSpliced(position - 1, 0, rule),
    );
    placing.mutate({ rule, position });
  };
  const move = (rule: Rule, wanted: number): void => {
    const position = Math.max(1, Math.min(wanted, rules.length));
    const former = rules.findIndex(({ id }) => id === rule.id) + 1;
    if (position === former) return;
    place(rule, position);
    setSaid(`${rule.name} is rule ${position} of ${rules.length} now.`, () => {
      place(rule, former);
      setSaid(`${rule.name} is rule ${former} again.`);
    });
  };
  const scene = { company, names, rules, search, canManage, go, onSay: setSaid, move };
  return (
    <>
      <PageHead title="Rules">
        {canManage ? (
          <button
            type="button"
            className="button primary"
            data-opens="add"
            onClick={() => go({ ...CLOSED, do: "add" })}
          >
            New rule
          </button>
        ) : null}
      </PageHead>
      <div className="bar" role="toolbar" aria-label="The rules">
        <FilterText
          label="Find a rule"
          value={search.find ?? ""}
          onText={(text) => go({ find: text === "" ? undefined : text }, true)}
        />
      </div>
      <DoneLine done={done} />
      <Read isMain query={query} what="the rules">
        {() => (
          <div className={search.rule === undefined ? "split" : "split open"}>
            <div className="sheet">
              <List {...scene} />
            </div>
            {search.rule === undefined ? null : <Beside {...scene} />}
          </div>
        )}
      </Read>
      {canManage && query.data !== undefined ? <Forms {...scene} /> : null}
    </>
  );
}

/** Where a dragged rule would be dropped: before or after the rule at a place. */
interface Over {
  readonly place: number;
  readonly isAfter: boolean;
}

function List(scene: Scene) {
  const { rules, search, names, canManage, go, move } = scene;
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  // The row of the focus was moved in the page, which takes the focus from it.
  useEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(focused.current)}"]`)?.focus();
    focused.current = null;
  }, [rules]);
  const words = (search.find ?? "").trim().toLowerCase();
  const rows = rules.map((rule, place) => ({
    rule,
    place,
    conditions: conditionsText(rule.conditions, names.nameOf),
  }));
  const found = rows.filter(({ rule, conditions }) =>
    `${rule.name} ${conditions} ${names.nameOf(rule.category_id) ?? ""}`.toLowerCase().includes(words),
  );
  if (rules.length === 0)
    return (
      <EmptyState isBelow title="No rules yet">
        <p>
          A rule gives transactions a category when they come in. The first rule whose conditions a
          transaction meets decides.
        </p>
      </EmptyState>
    );
  if (found.length === 0) return <p className="none">No rule has these letters.</p>;
  // A part of the rules has no order of its own.
  const canMove = canManage && words === "";
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const id = document.activeElement?.getAttribute("data-opens");
    const row = rows.find(({ rule }) => rule.id === id);
    if (!event.altKey || step === undefined || !canMove || row === undefined) {
      if (!event.altKey) onNames(event);
      return;
    }
    event.preventDefault();
    focused.current = row.rule.id;
    move(row.rule, row.place + 1 + step);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const from = rows.find(({ rule }) => rule.id === dragged);
    if (from !== undefined && over !== null) {
      const gap = over.place + (over.isAfter ? 1 : 0);
      move(from.rule, gap > from.place ? gap : gap + 1);
    }
    setDragged(null);
    setOver(null);
  };
  return (
    <>
      <ol
        ref={list}
        className="ru-list"
        aria-label="Rules, in the order in which they are tried"
        onKeyDown={onKeyDown}
      >
        {found.map(({ rule, place, conditions }) => (
          <li
            key={rule.id}
            className={[
              search.rule === rule.id ? "opened" : "",
              rule.active ? "" : "off",
              dragged === rule.id ? "dragged" : "",
              over?.place === place ? (over.isAfter ? "over-after" : "over-before") : "",
            ].join(" ")}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              const { top, height } = event.currentTarget.getBoundingClientRect();
              setOver({ place, isAfter: event.clientY > top + height / 2 });
            }}
            onDrop={onDrop}
          >
            <span
              className="ru-handle"
              aria-hidden="true"
              draggable={canMove}
              title={canMove ? "Drag to move" : undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", rule.name);
                setDragged(rule.id);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              {canMove ? "⠿" : ""}
            </span>
            <span className="ru-number">{place + 1}</span>
            <span>
              <button
                type="button"
                className="button plain list-name"
                data-opens={rule.id}
                aria-keyshortcuts={canMove ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
                onClick={() => go({ rule: rule.id, do: undefined })}
              >
                <bdi>{rule.name}</bdi>
              </button>
            </span>
            <span className="ru-if" dir="auto">
              {conditions}
            </span>
            <span className="ru-then" dir="auto">
              {names.nameOf(rule.category_id) ?? rule.category_id}
              {rule.department_id === null ? null : (
                <small dir="auto">{names.nameOf(rule.department_id)}</small>
              )}
            </span>
            <Switch {...scene} rule={rule} />
          </li>
        ))}
      </ol>
      {canMove && rules.length > 1 ? (
        <p className="hint">
          <kbd>Alt</kbd> and an arrow move the rule of the focus; so does a drag. The first rule that meets a
          transaction decides.
        </p>
      ) : null}
    </>
  );
}

/** The arrows and J and K go from name to name, past the switches between them. */
function onNames(event: KeyboardEvent<HTMLOListElement>): void {
  onListKey(event, "button[data-opens]");
}

function Switch({ company, rule, canManage, onSay }: Scene & { readonly rule: Rule }) {
  const change = useWrite({
    mutationFn: (active: boolean) => clientOf(company.id).changeRule(rule.id, { active }),
    onSuccess: ({ name, active }) =>
      onSay(`${name} is ${active ? "on" : "off"} now.`, () => change.mutate(!active)),
    onError: (error) => onSay(refusalText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: rulesKey(company.id) }),
  });
  if (!canManage) return <span className="soft">{rule.active ? "on" : "off"}</span>;
  return (
    <Button
      role="switch"
      className="button ru-switch"
      aria-checked={rule.active}
      aria-label={`${rule.name} is on`}
      isBusy={change.isPending}
      onClick={() => change.mutate(!rule.active)}
    >
      {rule.active ? "on" : "off"}
    </Button>
  );
}

function Beside(scene: Scene) {
  const { company, rules, names, search, canManage, go, onSay, move } = scene;
  const opened = search.rule ?? "";
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const place = rules.findIndex(({ id }) => id === opened);
  const rule = rules[place];
  const panel = { name: "Rule", onClose: close, focusKey: opened };
  if (rule === undefined)
    return (
      <Panel {...panel} title="No such rule">
        <p className="none">It was deleted, or the address is wrong.</p>
      </Panel>
    );
  return (
    <Panel {...panel} title={rule.name} note={rule.active ? undefined : "off"}>
      <Facts
        facts={[
          ["Place", `${place + 1} of ${rules.length}`],
          ["If", conditionsText(rule.conditions, names.nameOf)],
          ["Category", names.nameOf(rule.category_id) ?? rule.category_id],
          ["Department", names.nameOf(rule.department_id)],
          ["Last changed", timeText(rule.updated)],
          ["Id", <code key="id">{rule.id}</code>],
        ]}
      />
      {canManage ? (
        <>
          <p className="buttons">
            <button type="button" className="button" onClick={() => go({ do: "edit" })}>
              Edit it
            </button>
            <button type="button" className="button" disabled={place === 0} onClick={() => move(rule, place)}>
              Move up
            </button>
            <button
              type="button"
              className="button"
              disabled={place === rules.length - 1}
              onClick={() => move(rule, place + 2)}
            >
              Move down
            </button>
          </p>
          {company.permissions.transactions === "manage" ? (
            <>
              <Past key={rule.id} company={company} rule={rule} />
              <DeleteRule
                key={`delete ${rule.id}`}
                company={company}
                rule={rule}
                onDeleted={() => {
                  go(CLOSED);
                  onSay(`${rule.name} is deleted. What it categorized stays so.`);
                }}
              />
            </>
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}

const NEW: RuleDraft = {
  name: "",
  conditions: [{ field: "merchant_name", operator: "contains", value: "" }],
  category: null,
  department: null,
};

/** The dialogs of a new rule and of the open one. */
function Forms(scene: Scene) {
  const { company, names, rules, search, go, onSay } = scene;
  const done = async (rule: Rule, text: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: rulesKey(company.id) });
    go({ rule: rule.id, do: undefined });
    onSay(text);
  };
  const close = (): void => go({ do: undefined });
  if (search.do === "add")
    return (
      <Dialog title="New rule" onClose={close}>
        <RuleForm
          company={company}
          names={names}
          draft={NEW}
          verb="Make the rule"
          save={async (written, appliesToPast) => {
            const rule = await clientOf(company.id).createRule({
              ...written,
              apply_to_existing_transactions: appliesToPast,
            });
            await done(rule, `${rule.name} is made, as the last rule.`);
          }}
          onClose={close}
        />
      </Dialog>
    );
  const rule = rules.find(({ id }) => id === search.rule);
  if (search.do !== "edit" || rule === undefined) return null;
  return (
    <Dialog title={`Edit ${rule.name}`} onClose={close}>
      <RuleForm
        company={company}
        names={names}
        draft={{
          name: rule.name,
          conditions: rule.conditions.map(draftOf),
          category: rule.category_id,
          department: rule.department_id,
        }}
        verb="Save the rule"
        save={async (written, appliesToPast) => {
          const changed = await clientOf(company.id).changeRule(rule.id, written);
          if (appliesToPast && changed.active) await ownOf(company.id).applyRule(rule.id);
          await done(changed, `${changed.name} is saved.`);
        }}
        onClose={close}
      />
    </Dialog>
  );
}
