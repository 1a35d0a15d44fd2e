/** The editor of a spreadsheet: its name, tools, the line of the formula, the cells and the tabs. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { sessionQuery } from "../api/queries.ts";
import { codeOf } from "../api/service.ts";
import { ChoiceMenu } from "../kit/choice-menu.tsx";
import { Loading, ProblemState } from "../kit/states.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { ChartButton, SheetCharts } from "./chart-view.tsx";
import { SheetEditor } from "./editor.ts";
import { CellField, FormulaLine } from "./formula-line.tsx";
import type { LineEdge } from "./grid.ts";
import { onGridKey } from "./keys.ts";
import { LinesMenu } from "./lines-menu.tsx";
import { Notices } from "./notices.tsx";
import { Tabs } from "./tabs.tsx";
import { type Edited, useEditor } from "./use-editor.ts";
import "./sheets.css";

export function SheetPage() {
  const { company, sheet } = useParams({ strict: false });
  const session = useQuery(sessionQuery);
  const [attempt, setAttempt] = useState(0);
  const levels = session.data?.companies.find(({ id }) => id === company)?.permissions;
  if (company === undefined || sheet === undefined || levels === undefined) return null;
  return (
    <Opened
      key={`${sheet} ${attempt}`}
      company={company}
      id={sheet}
      isReadOnly={levels.forecast !== "manage"}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

interface OpenedProps {
  readonly company: string;
  readonly id: string;
  readonly isReadOnly: boolean;
  /** Opens the document again, after it could not be read. */
  readonly onRetry: () => void;
}

function Opened({ company, id, isReadOnly, onRetry }: OpenedProps) {
  const [editor, setEditor] = useState<SheetEditor | null>(null);
  useEffect(() => {
    const opened = new SheetEditor(company, id, isReadOnly);
    setEditor(opened);
    return () => {
      setEditor(null);
      opened.close();
    };
  }, [company, id, isReadOnly]);
  return editor === null ? (
    <Loading what="the spreadsheet" />
  ) : (
    <Editor company={company} id={id} editor={editor} onRetry={onRetry} />
  );
}

function Editor({ company, id, editor, onRetry }: Edited & Omit<OpenedProps, "isReadOnly">) {
  useEditor(editor);
  // Another tab may have signed the person in again.
  const readAt = useQuery(sessionQuery).dataUpdatedAt;
  const [firstReadAt] = useState(readAt);
  const isEnded = codeOf(editor.problem) === "session_ended";
  useEffect(() => {
    if (isEnded && readAt !== firstReadAt) onRetry();
  }, [isEnded, readAt, firstReadAt, onRetry]);
  const workbook = `/app/sheets/${id}/workbook.xlsx?company=${company}`;
  usePageCommands([
    // The file comes as an attachment, so the page stays.
    { label: "Export XLSX", run: () => location.assign(workbook) },
    { label: "Refresh figures", run: () => editor.refreshBooks() },
  ]);
  if (editor.problem !== null) return <ProblemState error={editor.problem} retry={onRetry} />;
  if (!editor.isOpen) return <Loading what="the spreadsheet" />;
  return (
    <div className="sh-page">
      <header className="sh-title">
        <Link
          to="/c/$company/sheets"
          params={{ company }}
          className="button plain"
          aria-label="All spreadsheets"
        >
          ‹
        </Link>
        <Name editor={editor} />
        <SavingNote editor={editor} />
        <span className="sh-space" />
        <button type="button" className="button" onClick={() => editor.refreshBooks()}>
          Refresh figures
        </button>
        <a className="button" href={workbook} download>
          Export XLSX
        </a>
      </header>
      {editor.isReadOnly ? null : <Tools editor={editor} />}
      <Notices editor={editor} />
      <FormulaLine editor={editor} company={company} />
      <Cells editor={editor} company={company} />
      <SheetCharts editor={editor} />
      <Tabs editor={editor} />
    </div>
  );
}

function Name({ editor }: Edited) {
  const [text, setText] = useState<string | null>(null);
  const { name } = editor.document;
  useEffect(() => {
    document.title = `${name} · Daybook`;
  }, [name]);
  const store = (): void => {
    if (text !== null && text.trim() !== "" && text !== name)
      void editor.arrange(() => ({ kind: "rename", name: text.trim() }));
    setText(null);
  };
  return (
    <h1 className="sh-name">
      {text === null || editor.isReadOnly ? (
        <button
          type="button"
          className="button plain"
          dir="auto"
          title={editor.isReadOnly ? undefined : "Rename"}
          onClick={() => setText(name)}
        >
          {name}
        </button>
      ) : (
        <input
          aria-label="Name of the spreadsheet"
          dir="auto"
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onBlur={store}
          onKeyDown={(event) => {
            if (event.key === "Enter") store();
            if (event.key === "Escape") setText(null);
          }}
        />
      )}
    </h1>
  );
}

function SavingNote({ editor }: Edited) {
  const text = editor.isReadOnly
    ? "You may view this spreadsheet, not edit it."
    : {
        saved: "Saved",
        saving: "Saving…",
        offline: "Not saved: the service does not answer. Trying again…",
        refused: "Not saved",
      }[editor.saving];
  return (
    <span className="sh-saving" role="status">
      {text}
    </span>
  );
}

const FORMATS = [
  ["General", "Plain"],
  ["#,##0.00", "1,234.50"],
  ["#,##0", "1,235"],
  ["$#,##0.00", "$1,234.50"],
  ["$#,##0.00;($#,##0.00)", "($1,234.50)"],
  ["0%", "12%"],
  ["0.0%", "12.3%"],
  ["yyyy-mm-dd", "2026-01-31"],
  ["mmm yyyy", "Jan 2026"],
  ["@", "Text"],
] as const;

/** Colors that stand out on a light and on a dark screen. Blue is usual for figures that one may change. */
const INKS = [
  ["", "Text"],
  ["#0000FF", "Blue text"],
  ["#1E7B34", "Green text"],
  ["#B3261E", "Red text"],
  ["#6B6B6B", "Gray text"],
] as const;
const FILLS = [
  ["", "No fill"],
  ["#FFF2CC", "Yellow fill"],
  ["#E8EEF8", "Blue fill"],
  ["#E2F0D9", "Green fill"],
  ["#FBE3E1", "Red fill"],
  ["#EDEDED", "Gray fill"],
] as const;

function Tools({ editor }: Edited) {
  const format = editor.activeFormat;
  const code = String(format?.["number_format"] ?? "General");
  const known = FORMATS.find(([each]) => each === code);
  const toggle = (property: "bold" | "italic", label: string, sign: string) => (
    <button
      type="button"
      className={`button${format?.[property] === true ? " chosen" : ""}`}
      aria-pressed={format?.[property] === true}
      aria-label={label}
      onClick={() => editor.format({ [property]: format?.[property] !== true })}
    >
      <span className={`sh-${property}`}>{sign}</span>
    </button>
  );
  const align = (side: "left" | "center" | "right", sign: string) => (
    <button
      type="button"
      className={`button${format?.["horizontal_alignment"] === side ? " chosen" : ""}`}
      aria-pressed={format?.["horizontal_alignment"] === side}
      aria-label={`Align ${side}`}
      onClick={() =>
        editor.format({ horizontal_alignment: format?.["horizontal_alignment"] === side ? undefined : side })
      }
    >
      {sign}
    </button>
  );
  const color = (
    property: "font_color" | "background_color",
    name: string,
    choices: readonly (readonly [color: string, label: string])[],
  ) => {
    const now = String(format?.[property] ?? "").toUpperCase();
    return (
      <ChoiceMenu
        name={name}
        choices={choices.some(([each]) => each === now) ? choices : [...choices, [now, now]]}
        value={now}
        onChoose={(chosen) => editor.format({ [property]: chosen === "" ? undefined : chosen })}
      />
    );
  };
  return (
    <div className="sh-tools" role="toolbar" aria-label="Edit">
      <button
        type="button"
        className="button"
        aria-label="Undo"
        disabled={editor.document.steps.next("undo") === null}
        onClick={() => editor.undo()}
      >
        ↶
      </button>
      <button
        type="button"
        className="button"
        aria-label="Redo"
        disabled={editor.document.steps.next("redo") === null}
        onClick={() => editor.redo()}
      >
        ↷
      </button>
      <ChoiceMenu
        name="Number format"
        choices={known === undefined ? [...FORMATS, [code, code] as const] : FORMATS}
        value={code}
        onChoose={(chosen) => editor.format({ number_format: chosen === "General" ? undefined : chosen })}
      />
      {toggle("bold", "Bold", "B")}
      {toggle("italic", "Italic", "I")}
      {color("font_color", "Text color", INKS)}
      {color("background_color", "Fill color", FILLS)}
      {align("left", "⇤")}
      {align("center", "↔")}
      {align("right", "⇥")}
      <button type="button" className="button" onClick={() => void editor.fill("down")}>
        Fill down
      </button>
      <LinesMenu editor={editor} />
      <ChartButton editor={editor} />
    </div>
  );
}

function Cells({ editor, company }: Edited & { readonly company: string }) {
  const host = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);
  useEffect(() => {
    if (host.current === null) return;
    const detach = editor.attach(host.current);
    const { grid } = editor;
    grid?.element.focus({ preventScroll: true });
    return detach;
  }, [editor]);
  const sizing = useRef<(LineEdge & { readonly from: number; readonly to: number }) | null>(null);
  const filling = useRef(false);
  const place = ({ lines }: LineEdge, event: PointerEvent): number =>
    lines === "rows" ? event.clientY : event.clientX;
  /** Begins a drag of the edge of a head or of the fill handle; false if the pointer is at neither. */
  const onDragStart = (event: PointerEvent<HTMLDivElement>): boolean => {
    const { grid } = editor;
    if (grid === null || editor.isReadOnly) return false;
    const edge = grid.edgeAt(event.clientX, event.clientY);
    if (edge !== null) sizing.current = { ...edge, from: place(edge, event), to: place(edge, event) };
    else filling.current = grid.isHandle(event.clientX, event.clientY);
    if (edge === null && !filling.current) return false;
    event.currentTarget.setPointerCapture(event.pointerId);
    return true;
  };
  const onDrag = (event: PointerEvent<HTMLDivElement>): boolean => {
    const { grid } = editor;
    if (grid === null) return false;
    if (sizing.current !== null) {
      sizing.current = { ...sizing.current, to: place(sizing.current, event) };
      const { lines, line, pixels, from, to } = sizing.current;
      editor.showSize(lines, line, pixels + to - from);
      return true;
    }
    if (filling.current) {
      const { row, column } = grid.at(event.clientX, event.clientY);
      grid.outline(editor.fillArea(Math.max(0, row), Math.max(0, column)));
      return true;
    }
    const edge = editor.isReadOnly ? null : grid.edgeAt(event.clientX, event.clientY);
    grid.element.style.cursor = edge === null ? "" : edge.lines === "rows" ? "row-resize" : "col-resize";
    return false;
  };
  const onDrop = (event: PointerEvent<HTMLDivElement>): void => {
    const { grid } = editor;
    if (sizing.current !== null) {
      const { lines, line, pixels, from, to } = sizing.current;
      sizing.current = null;
      if (to === from) editor.showSize(lines, line);
      else void editor.sizeLines(lines, line, 1, pixels + to - from);
    } else if (filling.current && grid !== null) {
      filling.current = false;
      grid.outline(null);
      const { row, column } = grid.at(event.clientX, event.clientY);
      void editor.fillTo(Math.max(0, row), Math.max(0, column));
    }
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>): void => {
    const { grid } = editor;
    if (grid === null || event.button !== 0 || (event.target as Element).closest(".sh-field")) return;
    // The scroll bars are not cells.
    const box = grid.element.getBoundingClientRect();
    if (
      event.clientX - box.left > grid.element.clientWidth ||
      event.clientY - box.top > grid.element.clientHeight
    )
      return;
    editor.commit();
    if (onDragStart(event)) return grid.element.focus({ preventScroll: true });
    const { row, column } = grid.at(event.clientX, event.clientY);
    const { row_count, column_count } = editor.sheet;
    const last = { row: row_count - 1, column: column_count - 1 };
    if (row === -1 && column === -1) editor.selectAll();
    else if (row === -1) editor.selectArea({ row: 0, column }, { row: last.row, column });
    else if (column === -1) editor.selectArea({ row, column: 0 }, { row, column: last.column });
    else {
      editor.select(row, column, event.shiftKey);
      dragging.current = true;
    }
    grid.element.focus({ preventScroll: true });
  };
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (onDrag(event)) return;
    if (!dragging.current || editor.grid === null || (event.buttons & 1) === 0) {
      dragging.current = false;
      return;
    }
    const { row, column } = editor.grid.at(event.clientX, event.clientY);
    if (row >= 0 && column >= 0 && (row !== editor.anchor.row || column !== editor.anchor.column))
      editor.select(row, column, true);
  };
  const isOwn = (event: { readonly target: EventTarget }): boolean =>
    !(event.target as Element).closest("input, textarea");
  const onCopy = (event: ClipboardEvent, isCut: boolean): void => {
    if (!isOwn(event)) return;
    event.preventDefault();
    editor.copy(event.clipboardData, isCut && !editor.isReadOnly);
  };
  return (
    <div
      className="sh-host"
      ref={host}
      onPointerDown={onPointer}
      onPointerMove={onMove}
      onPointerUp={onDrop}
      onDoubleClick={(event) => {
        const edge = editor.grid?.edgeAt(event.clientX, event.clientY) ?? null;
        if (edge === null) editor.begin(editor.activeInput);
        else void editor.sizeLines(edge.lines, edge.line, 1, null);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (isOwn(event)) onGridKey(event, editor);
      }}
      onCopy={(event) => onCopy(event, false)}
      onCut={(event) => onCopy(event, true)}
      onPaste={(event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        void editor.paste(event.clipboardData);
      }}
    >
      <CellField editor={editor} company={company} />
    </div>
  );
}
