/**
 * The worksheets of a document as tabs: open, add, rename, move and delete. Invariant: a tab stays where it
 * is and as wide as it is when a click opens it or ends the typing of a name, so that the second click of a
 * double click meets it, too.
 */
import { Menu } from "@mantine/core";
import { useState } from "react";
import { type Edited, useEditor } from "./use-editor.ts";
import { freeName, movedTab } from "./worksheets.ts";

const NEW_GRID = { row_count: 1_000, column_count: 26 } as const;

export function Tabs({ editor }: Edited) {
  useEditor(editor);
  const { worksheets } = editor.document;
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const [menu, setMenu] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const rename = (): void => {
    const former = worksheets.find(({ id }) => id === renamed?.id)?.name;
    const name = renamed?.text.trim() ?? "";
    if (renamed !== null && name !== "" && name !== former)
      void editor.arrange(() => ({ kind: "rename_worksheet", worksheet_id: renamed.id, name }));
    setRenamed(null);
  };
  return (
    <nav className="sh-tabs" aria-label="Worksheets">
      <ul>
        {worksheets.map(({ id, name }, place) => (
          <li key={id} className={id === editor.worksheet ? "open" : undefined}>
            {renamed?.id === id ? (
              <input
                aria-label="Name of the worksheet"
                dir="auto"
                autoFocus
                value={renamed.text}
                onChange={(event) => setRenamed({ id, text: event.target.value })}
                onBlur={rename}
                onKeyDown={(event) => {
                  if (event.key === "Enter") rename();
                  if (event.key === "Escape") setRenamed(null);
                }}
              />
            ) : null}
            <button
              type="button"
              className="sh-tab"
              dir="auto"
              aria-current={id === editor.worksheet ? "page" : undefined}
              onClick={() => {
                setMenu(null);
                editor.openWorksheet(id);
              }}
              onDoubleClick={() => (editor.isReadOnly ? undefined : setRenamed({ id, text: name }))}
              onContextMenu={(event) => {
                if (editor.isReadOnly) return;
                event.preventDefault();
                editor.openWorksheet(id);
                setMenu(id);
              }}
            >
              {name}
            </button>
            {/* No menu while the name is typed: as it closes, it would take the focus back. */}
            {editor.isReadOnly ? null : id === editor.worksheet && renamed?.id !== id ? (
              <Menu
                opened={menu === id}
                onChange={(isOpened) => setMenu(isOpened ? id : null)}
                position="top-start"
                shadow="md"
                transitionProps={{ duration: 0 }}
              >
                <Menu.Target>
                  <button type="button" className="button plain" aria-label={`Change ${name}`}>
                    ⋯
                  </button>
                </Menu.Target>
                <Menu.Dropdown aria-label={`Change ${name}`}>
                  <Menu.Item onClick={() => setRenamed({ id, text: name })}>Rename</Menu.Item>
                  <Menu.Item
                    disabled={place === 0}
                    onClick={() => void editor.arrange(() => movedTab(editor.document.worksheets, id, -1))}
                  >
                    Move left
                  </Menu.Item>
                  <Menu.Item
                    disabled={place === worksheets.length - 1}
                    onClick={() => void editor.arrange(() => movedTab(editor.document.worksheets, id, 1))}
                  >
                    Move right
                  </Menu.Item>
                  <Menu.Item disabled={worksheets.length === 1} onClick={() => setDeleted(id)}>
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : (
              <span className="sh-tab-room" />
            )}
          </li>
        ))}
      </ul>
      {editor.isReadOnly ? null : (
        <button
          type="button"
          className="button plain"
          aria-label="Add a worksheet"
          onClick={() =>
            void editor.arrange(() => ({
              kind: "add_worksheet",
              name: freeName(editor.document.worksheets),
              ...NEW_GRID,
            }))
          }
        >
          +
        </button>
      )}
      {deleted === null ? null : (
        <span className="sh-ask" role="alert">
          Delete {worksheets.find(({ id }) => id === deleted)?.name} with all its cells? This can’t be undone.{" "}
          <button
            type="button"
            className="button"
            autoFocus
            onClick={() => {
              void editor.arrange(() => ({ kind: "delete_worksheet", worksheet_id: deleted }));
              setDeleted(null);
            }}
          >
            Delete
          </button>{" "}
          <button type="button" className="button" onClick={() => setDeleted(null)}>
            Keep
          </button>
        </span>
      )}
    </nav>
  );
}
