/**
 * The console's stylesheet: that of the reference pages, and what forms need. Things to press are at least 44
 * pixels high (WCAG 2.2, target size).
 */
import { STYLE as PAGES } from "../docs/index.ts";

export const STYLE = `${PAGES}
header.site .bar { max-width: 62rem; align-items: center; }
header.site nav a, header.site .name, main p > a, td a { display: inline-block; padding: .25rem 0; }
body > main { max-width: 62rem; margin: 0 auto; padding: .5rem 1.25rem 4rem; }
header.site .out { margin-left: auto; display: flex; flex-wrap: wrap; gap: .25rem .9rem; align-items: center; color: var(--quiet); font-size: .95rem; overflow-wrap: anywhere; }
.field { margin: 1rem 0; display: grid; gap: .25rem; max-width: 26rem; }
.field label { font-weight: 600; }
fieldset { border: 1px solid var(--line); border-radius: .35rem; max-width: 26rem; margin: 1rem 0; }
legend { font-weight: 600; padding: 0 .3rem; }
input[type="radio"], input[type="checkbox"] { width: auto; min-height: 1.5rem; min-width: 1.5rem; vertical-align: middle; margin: 0 .4rem 0 0; }
.hint { color: var(--quiet); font-size: .9rem; }
input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: .35rem; padding: .55rem .7rem; min-height: 2.75rem; width: 100%; }
input[readonly] { background: var(--wash); }
input.key { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9rem; }
input::placeholder { color: var(--quiet); opacity: 1; }
button { font: inherit; font-weight: 600; color: var(--paper); background: var(--link); border: 1px solid var(--link); border-radius: .35rem; padding: .5rem 1.1rem; min-height: 2.75rem; cursor: pointer; }
button + a { margin-left: .9rem; }
.inline button, .out button { color: var(--link); background: none; }
input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.inline { display: flex; gap: .5rem; }
.row { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: end; }
.row p { margin: .5rem 0; flex: 0 1 auto; }
.row .field { flex: 1 1 16rem; }
.problem, .done { border-left: 4px solid var(--mark); background: var(--wash); padding: .6rem 1rem; margin: 1rem 0; }
.done { border-color: var(--good); }
.problem p { margin: 0; font-weight: 600; }
caption { text-align: left; position: absolute; left: -100vw; }
.keys { margin-bottom: 1.5rem; }
.keys td { vertical-align: middle; }
.keys td:not(:first-child) { white-space: nowrap; }
.keys td:first-child { width: 100%; }
@media (max-width: 52rem) {
  .keys thead { position: absolute; left: -100vw; }
  .keys, .keys tbody, .keys tr, .keys td { display: block; }
  .keys tr { border-bottom: 1px solid var(--line); padding: .8rem 0; }
  .keys td { border: 0; padding: .1rem 0; }
  header.site .out { margin-left: 0; }
}
`;
