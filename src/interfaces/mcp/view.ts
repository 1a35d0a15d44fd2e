/**
 * A statement as a page that a host shows beside the answer of its tool (MCP Apps). The page is one document
 * without anything from outside: it gets the answer by a message of the host, and writes every text of the
 * books as text, never as markup.
 */

export const VIEW_URI = "ui://daybook/statement.html";
export const VIEW_TYPE = "text/html;profile=mcp-app";

/** What the page may do, whatever its host allows: run its own program and style, and reach nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { margin: 12px; }
h1 { font-size: 1.15rem; margin: 0; }
p { margin: 2px 0 10px; opacity: .75; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: 3px 6px; text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.total td { font-weight: 600; border-top: 1px solid currentColor; }
tr.section td { font-weight: 600; padding-top: 10px; }`;

/** The page's program. It knows no statement: it shows sections, lines and totals as the answer has them. */
const SCRIPT = `
(function () {
  "use strict";
  var host = window.parent, nextId = 1, TITLES = {
    income_statement: "Income statement", balance_sheet: "Balance sheet", cash_flow: "Cash flow statement"
  };
  function send(message) { message.jsonrpc = "2.0"; host.postMessage(message, "*"); }
  function words(name) { var t = name.replace(/_/g, " "); return t.charAt(0).toUpperCase() + t.slice(1); }
  function cell(row, text, kind) {
    var td = document.createElement("td");
    td.textContent = text; if (kind) td.className = kind; row.appendChild(td); return td;
  }
  function add(body, label, amount, earlier, style, depth) {
    var row = document.createElement("tr");
    if (style) row.className = style;
    cell(row, label).style.paddingLeft = 6 + 14 * (depth || 0) + "px";
    cell(row, amount || "", "n");
    if (earlier !== null) cell(row, earlier || "", "n");
    body.appendChild(row);
  }
  // A list of the answer: its columns once, and its rows.
  function rowsOf(table) {
    if (!table || !table.rows) return [];
    return table.rows.map(function (row) {
      var made = {};
      table.columns.forEach(function (name, at) { made[name] = row[at]; });
      return made;
    });
  }
  function depths(lines) {
    var at = {};
    lines.forEach(function (line) {
      var parent = line.parent_category_id || line.parent_department_id;
      at[idOf(line)] = parent && at[parent] !== undefined ? at[parent] + 1 : 0;
    });
    return at;
  }
  // A department without an id is the one for entries without a department.
  function idOf(line) { return line.category_id || line.department_id || "no_department"; }
  function isAmount(value) { return typeof value === "string" && /^-?\\$/.test(value); }
  // The earlier amount. A line that is not listed did not change, unless some changes are left out.
  function earlierOf(compared, line, amount) {
    if (!compared) return null;
    var change = compared.by[line];
    return change ? change.earlier : compared.isWhole ? amount || "" : "";
  }
  function addLines(body, section, lines, compared) {
    var at = depths(lines), seen = {};
    lines.forEach(function (line) {
      var amount = line.amount || line.balance, key = section + "." + idOf(line);
      seen[key] = true;
      add(body, line.name, amount, earlierOf(compared, key, amount), "", 1 + at[idOf(line)]);
    });
    return seen;
  }
  function addGone(body, section, seen, compared) {
    Object.keys(compared ? compared.by : {}).forEach(function (key) {
      var change = compared.by[key];
      if (key.indexOf(section + ".") === 0 && !seen[key] && change.parent) add(body, change.name, "", change.earlier, "", 1);
    });
  }
  function walk(body, statement, compared) {
    Object.keys(statement).forEach(function (name) {
      var value = statement[name], seen;
      if (isAmount(value)) add(body, words(name), value, earlierOf(compared, name, value), "total");
      else if (value && typeof value === "object" && value.categories) {
        add(body, words(name), "", compared ? "" : null, "section");
        seen = addLines(body, name, rowsOf(value.categories), compared);
        if (value.departments) {
          add(body, "By department", "", compared ? "" : null, "section");
          Object.assign(seen, addLines(body, name, rowsOf(value.departments), compared));
        }
        addGone(body, name, seen, compared);
        Object.keys(value.retained_earnings || {}).forEach(function (part) {
          var amount = value.retained_earnings[part];
          add(body, words(part), amount, earlierOf(compared, name + ".retained_earnings." + part, amount), "", 2);
        });
        add(body, "Total " + words(name).toLowerCase(), value.total, earlierOf(compared, name + ".total", value.total), "total");
      }
    });
  }
  function show(result) {
    var content = result && result.structuredContent, statement = content && content.result;
    if (!statement || !TITLES[statement.object]) return;
    var main = document.getElementById("main"), days = content.compared_with, compared = null;
    if (days) {
      compared = { by: {}, isWhole: days.changes_left_out === 0 };
      rowsOf(content.changes).forEach(function (change) { compared.by[change.line] = change; });
    }
    main.textContent = "";
    var title = document.createElement("h1"), lead = document.createElement("p");
    title.textContent = TITLES[statement.object];
    var span = statement.date ? "At the end of " + statement.date : statement.start_date + " to " + statement.end_date;
    if (content.period && !content.period.is_over) span += ", not over";
    lead.textContent = span + ". " + content.sign + " As of " + content.as_of + ".";
    var table = document.createElement("table"), body = document.createElement("tbody");
    if (compared) {
      var head = document.createElement("tr");
      head.className = "section";
      cell(head, ""); cell(head, "This", "n"); cell(head, days.date || days.start_date + " to " + days.end_date, "n");
      body.appendChild(head);
    }
    walk(body, statement, compared);
    table.appendChild(body);
    [title, lead, table].forEach(function (part) { main.appendChild(part); });
    var size = document.documentElement;
    send({ method: "ui/notifications/size-changed", params: { width: size.scrollWidth, height: size.scrollHeight } });
  }
  window.addEventListener("message", function (event) {
    if (event.source !== host || !event.data) return;
    if (event.data.id === 1 && event.data.result) send({ method: "ui/notifications/initialized", params: {} });
    if (event.data.method === "ui/notifications/tool-result") show(event.data.params);
    // Requests of the host, before it closes the page or to learn whether it lives.
    if (event.data.method && event.data.id !== undefined) send({ id: event.data.id, result: {} });
  });
  send({ id: nextId, method: "ui/initialize", params: {
    appInfo: { name: "Daybook statement", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26"
  } });
})();`;

export const VIEW_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Statement</title>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<style>${STYLE}</style></head>
<body><main id="main"><p>Waiting for a statement.</p></main><script>${SCRIPT}</script></body></html>`;
