/** Tables of the clipboard, as Excel and Google Sheets write and read them: tab-separated text, and HTML. */

/** Writes rows of texts; a text with a tab, a line break or a quote stands in quotes. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) =>
      row.map((text) => (/[\t\n\r"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t"),
    )
    .join("\n");
}

/** Reads what `tabSeparated`, Excel or Google Sheets wrote. A line break at the end is no row. */
export function readTabSeparated(text: string): string[][] {
  const rows: string[][] = [[]];
  const lines = text.replaceAll("\r\n", "\n").replace(/\n$/u, "");
  for (let at = 0; at <= lines.length;) {
    let cell: string;
    // A quote that nothing closes before the end of a cell is a text.
    const quoted = /^"(?:[^"]|"")*"(?=[\t\n]|$)/u.exec(lines.slice(at, at + 100_000));
    if (quoted !== null) {
      cell = quoted[0].slice(1, -1).replaceAll('""', '"');
      at += quoted[0].length;
    } else {
      const [tab, line] = [lines.indexOf("\t", at), lines.indexOf("\n", at)];
      const end = Math.min(...[tab, line, lines.length].filter((place) => place >= at));
      cell = lines.slice(at, end);
      at = end;
    }
    rows.at(-1)?.push(cell);
    if (at >= lines.length) break;
    if (lines[at] === "\n") rows.push([]);
    at++;
  }
  return rows;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function htmlTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string =>
    row.map((text) => `<td>${text.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? "")}</td>`).join("");
  return `<table><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</tbody></table>`;
}

/** The rows of the first table of an HTML text; null if it has none. */
export function readHtmlTable(html: string): string[][] | null {
  const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
  if (table === null) return null;
  return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));
}
