-- Exports of statements can have a column of the fiscal year to date, percentages of revenue, and rounded amounts.

alter table report_exports add column beside text collate "C" not null default 'none'
  check (beside in ('none', 'year_to_date'));
alter table report_exports add column shares text collate "C" not null default 'none'
  check (shares in ('none', 'revenue'));
alter table report_exports add column rounding text collate "C" not null default 'cents'
  check (rounding in ('cents', 'dollars', 'thousands'));
