/** The page of a statement in a browser, within a host as MCP Apps describes it: it shows every line of the answer. */
import { expect, test } from "vitest";
import { CHROMIUM, openChromium } from "../chromium.ts";
import { json, LONG } from "../daybook.ts";
import { describeWith } from "../outside.ts";
import { service } from "../service.ts";
import { callTool, sendMcp } from "../../support/mcp.ts";

/** A host: it shows the page in a frame of its own origin, and hands it the result once it is there. */
const HOST = `<!doctype html><title>Host</title><iframe id="view" sandbox="allow-scripts"></iframe><script>
var seen = [];
function start(html, result) {
  var frame = document.getElementById("view");
  window.addEventListener("message", function (event) {
    if (event.source !== frame.contentWindow) return;
    var message = event.data, send = function (more) {
      more.jsonrpc = "2.0"; frame.contentWindow.postMessage(more, "*");
    };
    seen.push(message.method || "answer " + message.id);
    if (message.method === "ui/initialize")
      send({ id: message.id, result: { protocolVersion: "2026-01-26", hostCapabilities: {}, hostInfo: { name: "h", version: "1" }, hostContext: {} } });
    if (message.method === "ui/notifications/initialized") {
      send({ method: "ui/notifications/tool-result", params: result });
      send({ id: 77, method: "ui/resource-teardown", params: {} });
    }
  });
  frame.srcdoc = html;
}
</script>`;

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

function cellsOf({ columns, rows }: Table, ...names: readonly string[]): string[] {
  return rows.flatMap((row) => names.map((name) => row[columns.indexOf(name)] ?? ""));
}

/** Every name and amount of a statement that a reader has to see. */
function expectedOf(statement: Readonly<Record<string, unknown>>): string[] {
  return Object.values(statement).flatMap((value) => {
    if (typeof value === "string") return value.startsWith("$") || value.startsWith("-$") ? [value] : [];
    const { total, categories, departments } = value as {
      total?: string;
      categories?: Table;
      departments?: Table;
    };
    return [
      ...(total === undefined ? [] : [total]),
      ...[categories, departments].flatMap((table) =>
        table?.columns === undefined
          ? []
          : cellsOf(table, "name", table.columns.includes("amount") ? "amount" : "balance"),
      ),
    ];
  });
}

describeWith(CHROMIUM, "the page of a statement in Chromium", () => {
  test("shows every line of a statement, and loads nothing", LONG, async () => {
    await using browser = await openChromium();
    const { base, daybook } = await service();
    const { api_key: key } = await json<{ api_key: string }>(daybook, ["seed", "--entries", "10000"]);
    const address = new URL(base).origin;
    const { result } = await sendMcp(address, key, "resources/read", { uri: "ui://daybook/statement.html" });
    const [content] = (result as { contents: readonly { text: string }[] }).contents;
    const html = content?.text ?? "";
    const context = await browser.newContext();
    for (const [tool, given] of [
      ["balance_sheet", { date: "2026-03-31", compare_to: "previous_year" }],
      ["cash_flow", { start_date: "2026-01-01", end_date: "2026-03-31" }],
      [
        "income_statement",
        {
          start_date: "2026-01-01",
          end_date: "2026-03-31",
          group_by: "department",
          compare_to: "previous_period",
        },
      ],
      [
        "income_statement",
        { start_date: "2026-01-01", end_date: "2026-03-31", compare_to: "previous_period" },
      ],
    ] as const) {
      const { document } = await callTool(address, key, tool, given);
      const page = await context.newPage();
      const asked: string[] = [];
      const problems: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => problems.push(message.text()));
      await page.setContent(HOST);
      await page.evaluate(
        `start(${JSON.stringify(html).replaceAll("<", "\\u003c")}, { structuredContent: ${JSON.stringify(document).replaceAll("<", "\\u003c")} })`,
      );
      const frame = page.frameLocator("#view");
      await frame.locator("h1").waitFor();
      const cells = await frame.locator("td").allTextContents();
      const changed = document.changes as unknown as Table | undefined;
      const wanted = [
        ...expectedOf(document.result),
        ...(changed === undefined ? [] : cellsOf(changed, "earlier")),
      ];
      expect(wanted.length).toBeGreaterThan(20);
      expect([tool, given, wanted.filter((text) => !cells.includes(text))]).toEqual([tool, given, []]);
      await expect.poll(() => page.evaluate("seen")).toContain("answer 77");
      expect([asked.filter((url) => !url.startsWith("about:")), problems]).toEqual([[], []]);
      await page.close();
    }
  });
});
