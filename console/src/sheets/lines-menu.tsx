/** What can be done with the selected rows and columns: insert, delete, size and freeze them. */
import { columnName } from "@daybook/formula/cells";
import { Menu } from "@mantine/core";
import { MenuButton } from "../kit/menu-button.tsx";
import { type Edited, useEditor } from "./use-editor.ts";

const STEP = 8;

export function LinesMenu({ editor }: Edited) {
  useEditor(editor);
  const { top, left, bottom, right } = editor.selection;
  const { frozen } = editor;
  const rows = bottom - top + 1;
  const columns = right - left + 1;
  const named = (count: number, one: string): string => (count === 1 ? `a ${one}` : `${count} ${one}s`);
  return (
    <MenuButton name="Rows and columns" face="Rows and columns">
      <Menu.Item onClick={() => void editor.insertLines("rows", "before")}>
        Insert {named(rows, "row")} above
      </Menu.Item>
      <Menu.Item onClick={() => void editor.insertLines("rows", "after")}>
        Insert {named(rows, "row")} below
      </Menu.Item>
      <Menu.Item onClick={() => void editor.deleteLines("rows")}>
        {rows === 1 ? `Delete row ${top + 1}` : `Delete rows ${top + 1} to ${bottom + 1}`}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void editor.insertLines("columns", "before")}>
        Insert {named(columns, "column")} left
      </Menu.Item>
      <Menu.Item onClick={() => void editor.insertLines("columns", "after")}>
        Insert {named(columns, "column")} right
      </Menu.Item>
      <Menu.Item onClick={() => void editor.deleteLines("columns")}>
        Delete {columns === 1 ? "column" : `${columns} columns`}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item closeMenuOnClick={false} onClick={() => void editor.stepSize("columns", STEP)}>
        Wider
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => void editor.stepSize("columns", -STEP)}>
        Narrower
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => void editor.stepSize("rows", STEP)}>
        Higher
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => void editor.stepSize("rows", -STEP)}>
        Lower
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void editor.freeze({ rows: frozen.rows === bottom + 1 ? 0 : bottom + 1 })}>
        {frozen.rows === bottom + 1 ? "Unfreeze rows" : `Freeze rows up to ${bottom + 1}`}
      </Menu.Item>
      <Menu.Item
        onClick={() => void editor.freeze({ columns: frozen.columns === right + 1 ? 0 : right + 1 })}
      >
        {frozen.columns === right + 1 ? "Unfreeze columns" : `Freeze columns up to ${columnName(right)}`}
      </Menu.Item>
      {frozen.rows + frozen.columns === 0 ? null : (
        <Menu.Item onClick={() => void editor.freeze({ rows: 0, columns: 0 })}>Unfreeze all</Menu.Item>
      )}
    </MenuButton>
  );
}
