/**
 * The two fields in which a cell is typed: the line above the cells, and a field over the cell itself. Both
 * help with formulas: names of functions, their operands, and categories and departments by name.
 */
import { cellName } from "@daybook/formula/cells";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { clientOf, ownOf } from "../api/service.ts";
import type { SheetEditor } from "./editor.ts";
import type { Draft } from "./typed.ts";
import { type Call, contextAt, namesFor, OPERANDS } from "./formula-help.ts";
import { type Edited, namedArea, useEditor } from "./use-editor.ts";

interface Suggestion {
  readonly label: string;
  /** What replaces the word before the caret. */
  readonly text: string;
}

const MOST_SUGGESTIONS = 8;

type FieldProps = Edited & { readonly company: string };

export function FormulaLine({ editor, company }: FieldProps) {
  useEditor(editor);
  const { top, left, bottom, right } = editor.selection;
  const name =
    top === bottom && left === right
      ? cellName(top, left)
      : `${cellName(top, left)}:${cellName(bottom, right)}`;
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <div className="sh-line">
      <input
        className="sh-area"
        aria-label="Selected cells"
        value={asked ?? name}
        onChange={(event) => setAsked(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setAsked(null)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setAsked(null);
          if (event.key !== "Enter") return;
          const area = namedArea(asked ?? name);
          setAsked(null);
          if (area === null) return;
          editor.select(area.from.row, area.from.column);
          editor.select(area.to.row, area.to.column, true);
          editor.grid?.element.focus();
        }}
      />
      <Field editor={editor} company={company} at="bar" label="Content of the cell" />
    </div>
  );
}

/** The field over the active cell while it is typed there. */
export function CellField({ editor, company }: FieldProps) {
  useEditor(editor);
  if (editor.draft?.at !== "cell" || editor.grid === null) return null;
  const { x, y, width } = editor.grid.placeOf(editor.active.row, editor.active.column);
  return (
    <div className="sh-field" style={{ left: x, top: y, minWidth: width }}>
      <Field
        editor={editor}
        company={company}
        at="cell"
        label={`Content of ${cellName(editor.active.row, editor.active.column)}`}
      />
    </div>
  );
}

function Field(props: FieldProps & { readonly at: Draft["at"]; readonly label: string }) {
  const { editor, company, at, label } = props;
  const field = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const list = useId();
  const draft = editor.draft?.at === at ? editor.draft : null;
  const text = draft?.text ?? editor.draft?.text ?? editor.activeInput;
  useLayoutEffect(() => {
    if (at !== "cell" || field.current === null) return;
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [at]);
  const context = draft === null ? null : contextAt(text, caret);
  const suggestions = useSuggestions(company, editor, context?.call ?? null, context?.word ?? null);
  const shown = isClosed ? [] : suggestions;
  useEffect(() => setChosen(0), [text]);
  const insert = ({ text: inserted }: Suggestion): void => {
    const word = context?.word;
    if (word === null || word === undefined) return;
    const before = `${text.slice(0, word.from)}${inserted}`;
    // At once, because the next key may come before the next frame.
    flushSync(() => {
      editor.type(`${before}${text.slice(caret)}`, at);
      setCaret(before.length);
    });
    field.current?.setSelectionRange(before.length, before.length);
  };
  const leave = (down: number, over: number): void => {
    editor.commit();
    editor.select(editor.active.row + down, editor.active.column + over);
    editor.grid?.element.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const suggestion = shown[chosen];
    if (suggestion !== undefined && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      return setChosen((present) => (present + step + shown.length) % shown.length);
    }
    if (suggestion !== undefined && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      return insert(suggestion);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      if (shown.length > 0) return setClosed(true);
      editor.abandon();
      editor.grid?.element.focus({ preventScroll: true });
    } else if (event.key === "Enter") {
      event.preventDefault();
      leave(event.shiftKey ? -1 : 1, 0);
    } else if (event.key === "Tab" && draft !== null) {
      event.preventDefault();
      leave(0, event.shiftKey ? -1 : 1);
    }
  };
  return (
    <div className="sh-typed">
      <input
        ref={field}
        aria-label={label}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `${list}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        readOnly={editor.isReadOnly}
        value={text}
        onChange={(event) => {
          setClosed(false);
          setCaret(event.target.selectionStart ?? event.target.value.length);
          editor.type(event.target.value, at);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onBlur={() => {
          if (editor.draft?.at === at) editor.commit();
        }}
        onKeyDown={onKeyDown}
      />
      {draft !== null && (shown.length > 0 || context?.call) ? (
        <div className="sh-help">
          {context?.call ? <Operands call={context.call} editor={editor} /> : null}
          {shown.length === 0 ? null : (
            <ul id={list} role="listbox" aria-label="Suggestions">
              {shown.map((suggestion, index) => (
                <li
                  key={suggestion.text}
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  dir="auto"
                  onMouseDown={(event) => {
                    event.preventDefault();
                    insert(suggestion);
                  }}
                >
                  {suggestion.label}
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : null}
    </div>
  );
}

function Operands({ call, editor }: { readonly call: Call; readonly editor: SheetEditor }) {
  const named = OPERANDS[call.name];
  const known = editor.functions.find(([name]) => name === call.name);
  if (known === undefined) return null;
  const [name, least, most] = known;
  if (named === undefined)
    return (
      <p className="sh-operands">
        {name}: {least === most ? least : `${least} to ${most}`} operands
      </p>
    );
  const at = Math.min(call.argument, named.length - 1);
  return (
    <p className="sh-operands">
      {name}(
      {named.map((operand, index) => (
        <span key={operand}>
          {index === 0 ? "" : ", "}
          {index === at ? <b>{operand}</b> : operand}
        </span>
      ))}
      )
    </p>
  );
}

/** Names that begin like what is typed come first, then those that contain it. */
function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const [begins, contains]: [string[], string[]] = [[], []];
  for (const name of names) {
    const at = name.toLowerCase().indexOf(wanted);
    if (at === 0) begins.push(name);
    else if (at > 0) contains.push(name);
  }
  return [...begins, ...contains].slice(0, MOST_SUGGESTIONS);
}

function useSuggestions(
  company: string,
  editor: SheetEditor,
  call: Call | null,
  word: ReturnType<typeof contextAt>["word"],
): readonly Suggestion[] {
  const kind = word?.isText === true && call !== null ? namesFor(call) : null;
  const names = useQuery({
    queryKey: ["sheet-names", company, kind],
    enabled: kind !== null,
    queryFn: async () => {
      const rows = kind === "department" ? await departmentsOf(company) : await categoriesOf(company);
      const counts = Map.groupBy(rows, ({ name }) => name.trim().toLowerCase());
      // A name that two records have is completed by the id, which the functions take, too.
      return rows.map(({ id, name }) => ({
        name,
        given: (counts.get(name.trim().toLowerCase())?.length ?? 0) > 1 ? id : name,
      }));
    },
  });
  if (word === null || word === undefined) return [];
  if (!word.isText)
    return matching(
      editor.functions.map(([name]) => name),
      word.text,
    )
      .filter((name) => name.toLowerCase().startsWith(word.text.toLowerCase()))
      .map((name) => ({ label: name, text: `${name}(` }));
  if (kind === null) return [];
  const rows = names.data ?? [];
  return matching([...new Set(rows.map(({ name }) => name))], word.text).flatMap((name) =>
    rows
      .filter((row) => row.name === name)
      .map(({ given }) => ({
        label: given === name ? name : `${name} (${given})`,
        text: `"${given.replaceAll('"', '""')}"`,
      })),
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

async function categoriesOf(company: string): Promise<readonly Named[]> {
  const { body } = await clientOf(company).raw.listCategories();
  return body?.data ?? [];
}

/** Returns the departments of a company, by a function over the books. */
async function departmentsOf(company: string): Promise<readonly Named[]> {
  const { answers } = await ownOf(company).askBooks({ calls: [{ name: "BOOKS.DEPARTMENTS", args: [] }] });
  return (answers[0]?.rows ?? []).map(([name]) => ({ id: String(name), name: String(name) }));
}
