/**
 * The stylesheet of the pages without scripts: the console's colors, type and controls, on one card in the
 * middle of the page. On phones, things to press are 40 pixels high.
 */
import { TOKENS } from "../docs/index.ts";

export const STYLE = `${TOKENS}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); overflow-wrap: break-word; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
header.site nav a, main p > a, td a { display: inline-block; padding: 4px 0; }
.skip { position: absolute; left: -100vw; background: var(--raised); padding: 8px 16px; }
.skip:focus { left: 0; top: 0; z-index: 1; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
main:focus-visible { outline: none; }
header.site { padding: 12px var(--gutter); }
header.site .bar { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; }
header.site .name { color: inherit; font-size: 16px; font-weight: 600; display: inline-flex; align-items: center; gap: 10px; }
header.site .name::before { content: "D"; width: 28px; height: 28px; border-radius: 6px; background: var(--accent); color: var(--on-accent); display: grid; place-items: center; font-size: 14px; }
header.site ul { list-style: none; display: flex; gap: 20px; margin: 0; padding: 0; }
header.site .out { margin-left: auto; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; color: var(--soft); overflow-wrap: anywhere; }
main { width: min(100% - 2 * 16px, 440px); margin: 8vh auto 64px; padding: 28px; background: var(--raised); border: 1px solid var(--rule); border-radius: 8px; }
main:has(.keys) { width: min(100% - 2 * 16px, 960px); }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.012em; margin: 0 0 16px; }
h2 { font-size: 16px; line-height: 24px; font-weight: 600; margin: 28px 0 8px; }
p { margin: 0 0 12px; }
form > p:last-child { margin: 0; }
form + p { margin: 16px 0 0; }
.lead, .hint, .flag { color: var(--soft); }
.hint, .flag { font-size: var(--small); line-height: 16px; }
code { font: 12px ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.field { display: grid; gap: 4px; margin: 0 0 16px; }
.field label, legend { font-size: var(--small); line-height: 16px; font-weight: 500; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
fieldset { border: 0; margin: 0 0 16px; padding: 0; min-width: 0; display: grid; gap: 8px; }
legend { padding: 0; margin-bottom: 8px; }
.choice { display: flex; gap: 10px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choice small { display: block; font-size: var(--small); line-height: 16px; color: var(--soft); }
input { font: inherit; font-size: 13px; color: inherit; background: var(--raised); border: 1px solid var(--edge); border-radius: var(--r); padding: 0 10px; min-height: var(--control); width: 100%; }
input:focus-visible { outline-offset: -1px; }
input[type="radio"], input[type="checkbox"] { flex: none; width: 24px; min-height: 24px; height: 24px; margin: 0 8px 0 0; vertical-align: middle; accent-color: var(--accent); }
input[readonly] { background: var(--note-soft); border-color: var(--line); }
input.key { font: 12px ui-monospace, Menlo, Consolas, monospace; }
input::placeholder { color: var(--faint); opacity: 1; }
button { font: inherit; font-size: 13px; font-weight: 500; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--r); padding: 0 12px; min-height: var(--control); cursor: pointer; white-space: nowrap; }
button:hover { background: var(--accent-press); }
main > form > p:last-child > button:only-child { width: 100%; }
button + a { margin-left: 16px; }
.inline button, .out button { color: var(--ink); background: var(--raised); border-color: var(--line); }
.inline { display: flex; gap: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: end; margin-top: 12px; }
.row p { margin: 4px 0; flex: 0 1 auto; }
.row .field { flex: 1 1 16rem; }
.problem, .done { border-radius: var(--r); background: var(--bad-soft); font-size: 13px; padding: 10px 12px; margin: 0 0 16px; }
.done { background: var(--good-soft); }
.problem p { margin: 0; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--rule); vertical-align: middle; }
th { font-size: var(--small); font-weight: 500; color: var(--soft); border-color: var(--strong); }
caption { text-align: left; position: absolute; left: -100vw; }
.keys { margin-bottom: 24px; }
.keys td:not(:first-child) { white-space: nowrap; }
.keys td:first-child { width: 100%; }
@media (max-width: 720px) {
  main { margin-top: 16px; padding: 20px; }
  .keys thead { position: absolute; left: -100vw; }
  .keys, .keys tbody, .keys tr, .keys td { display: block; }
  .keys tr { border-bottom: 1px solid var(--rule); padding: 12px 0; }
  .keys td { border: 0; padding: 2px 0; }
  header.site .out { margin-left: 0; }
}
`;
