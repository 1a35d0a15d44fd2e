/** Keeps arbitrary books in the application under test, and reads them back page by page. */
import { testApp, type TestCompany } from "../support/app.ts";
import type { Books } from "./books.ts";
import { type Oracle, oracleOf } from "./oracle.ts";

const http = await testApp();

export interface Trial {
  readonly books: Books;
  readonly oracle: Oracle;
  readonly company: TestCompany;
}

/** Puts the books into a company of their own, with the clock at noon of `today`. */
export async function keep(books: Books, today: string): Promise<Trial> {
  http.clock.set(`${today}T19:30:00Z`);
  const { fiscal_year_start_month, ...sections } = books;
  const company = await http.company({ ...sections, company: { fiscal_year_start_month } });
  return { books, oracle: oracleOf(books), company };
}

export interface Page<Item> {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly Item[];
}

export interface Entry {
  readonly id: string;
  readonly date: string;
  readonly category_id: string;
  readonly department_id: string | null;
  readonly merchant: string | null;
  readonly source: string;
  readonly held: boolean;
  readonly amount_cents: number;
  readonly debit_cents: number;
  readonly credit_cents: number;
}

/** Walks a list to its end; fails when it has no end. `limit` 0 leaves the parameter out. */
export async function pagesOf<Item>(
  company: TestCompany,
  path: string,
  query: Readonly<Record<string, string>>,
  limit = 500,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  let after: string | null = null;
  do {
    const parameters = new URLSearchParams({
      ...query,
      ...(limit ? { limit: String(limit) } : {}),
      ...(after === null ? {} : { starting_after: after }),
    });
    const page: Page<Item> = await company.read<Page<Item>>(`${path}?${parameters}`);
    if (page.has_more !== (page.next_cursor !== null)) throw new Error("has_more and next_cursor differ");
    pages.push([...page.data]);
    after = page.next_cursor;
    if (pages.length > 500) throw new Error("the list does not end");
  } while (after !== null);
  return pages;
}

/** All entries that a query finds. */
export async function entriesOf(
  company: TestCompany,
  query: Readonly<Record<string, string>>,
): Promise<Entry[]> {
  return (await pagesOf<Entry>(company, "/journal_entries", query)).flat();
}
