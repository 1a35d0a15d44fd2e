-- Widths of columns and heights of rows that people set, and which rows and columns edits inserted or deleted: an editor
-- that has an older revision moves the cells that it holds, and what its person is typing, instead of reading all again.

alter table sheet_worksheets
  -- A list of lines, from 0, with their sizes in pixels, in ascending order. Other lines have the ordinary size.
  add column column_widths jsonb not null default '[]' check (jsonb_typeof(column_widths) = 'array');
alter table sheet_worksheets
  add column row_heights jsonb not null default '[]' check (jsonb_typeof(row_heights) = 'array');

alter table sheet_changes
  -- In the order in which they were made; the blocks of the same edit are those after them.
  add column moves jsonb not null default '[]' check (jsonb_typeof(moves) = 'array');
