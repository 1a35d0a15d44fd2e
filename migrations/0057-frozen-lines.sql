-- The first rows and columns of a worksheet, which stay in sight when the others scroll.

alter table sheet_worksheets
  add column frozen_rows integer not null default 0 check (frozen_rows >= 0);
alter table sheet_worksheets
  add column frozen_columns integer not null default 0 check (frozen_columns >= 0);
