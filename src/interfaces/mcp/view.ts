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
  function depths(lines) {
    var at = {};
    lines.forEach(function (line) {
      var parent = line.parent_category_id || line.parent_department_id;
      at[idOf(line)] = parent && at[parent] !== undefined ? at[parent] + 1 : 0;
    });
    return at;
  }
  // A department of no id is that of entries without one.
  function idOf(line) { return line.category_id || line.department_id || "none"; }
  function lineText(lines, id) {
    var found = (lines || []).filter(function (line) { return idOf(line) === id; })[0];
    return found ? found.amount_text || found.balance_text : "";
  }
  function addLines(body, lines, earlier) {
    var at = depths(lines);
    lines.forEach(function (line) {
      var was = earlier ? lineText(earlier, idOf(line)) : null;
      add(body, line.name, line.amount_text || line.balance_text, was, "", 1 + at[idOf(line)]);
    });
    // Lines that only the earlier statement has.
    (earlier || []).forEach(function (line) {
      if (lineText(lines, idOf(line)) === "")
        add(body, line.name, "", line.amount_text || line.balance_text, "", 1);
    });
  }
  function walk(body, statement, earlier) {
    Object.keys(statement).forEach(function (name) {
      var value = statement[name], before = earlier ? earlier[name] : null;
      if (/_text$/.test(name) && name !== "total_text")
        add(body, words(name.slice(0, -5)), value, earlier ? String(before || "") : null, "total");
      else if (value && typeof value === "object" && Array.isArray(value.categories)) {
        add(body, words(name), "", earlier ? "" : null, "section");
        addLines(body, value.categories, earlier ? (before && before.categories) || [] : null);
        if (value.departments) {
          add(body, "By department", "", earlier ? "" : null, "section");
          addLines(body, value.departments, earlier ? (before && before.departments) || [] : null);
        }
        add(body, "Total " + words(name).toLowerCase(), value.total_text,
          earlier ? (before && before.total_text) || "" : null, "total");
      }
    });
  }
  function show(result) {
    var content = result && result.structuredContent, statement = content && content.result;
    if (!statement || !TITLES[statement.object]) return;
    var main = document.getElementById("main"), earlier = content.earlier || null;
    main.textContent = "";
    var title = document.createElement("h1"), lead = document.createElement("p");
    title.textContent = TITLES[statement.object];
    var span = statement.date ? "At the end of " + statement.date : statement.start_date + " to " + statement.end_date;
    if (content.period && !content.period.is_over) span += ", not over";
    lead.textContent = span + ". " + content.sign + " As of " + content.as_of + ".";
    var table = document.createElement("table"), body = document.createElement("tbody");
    if (earlier) {
      var head = document.createElement("tr");
      head.className = "section";
      cell(head, ""); cell(head, "This", "n"); cell(head, earlier.date || earlier.start_date + " to " + earlier.end_date, "n");
      body.appendChild(head);
    }
    walk(body, statement, earlier);
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
