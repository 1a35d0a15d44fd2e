/**
 * The stylesheet of the reference site: that of all pages, and what search, examples in several languages and
 * the panel for requests need. Colors are the variables of `style.ts`, light and dark.
 */
import { STYLE } from "./style.ts";

export const SITE_STYLE = `${STYLE}
header.site .find { margin-left: auto; color: var(--quiet); border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .7rem; text-decoration: none; min-width: 12rem; display: flex; justify-content: space-between; gap: 1rem; }
header.site .find:hover, header.site .find:focus-visible { border-color: var(--quiet); }
kbd { font: .8em ui-monospace, "SF Mono", Menlo, Consolas, monospace; border: 1px solid var(--line); border-radius: .25rem; padding: 0 .35em; background: var(--wash); }
nav.side details > summary { cursor: pointer; font-size: .9rem; font-weight: 600; color: var(--quiet); padding: .2rem 0; }
nav.side details[open] > summary { color: var(--ink); }
nav.side details > ul { padding-left: .9rem; }
summary:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.languages { border: 0; margin: .6rem 0 1rem; padding: 0; min-width: 0; max-width: none; display: flex; flex-wrap: wrap; gap: 0 .25rem; }
.languages > legend, .languages > input { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; appearance: none; }
.languages > label { padding: .3rem .8rem; border: 1px solid transparent; border-bottom: 0; border-radius: .4rem .4rem 0 0; color: var(--quiet); cursor: pointer; font-size: .92rem; }
.languages > input:checked + label { background: var(--wash); border-color: var(--line); color: var(--ink); font-weight: 600; }
.languages > input:focus-visible + label { outline: 3px solid var(--link); outline-offset: -1px; }
.languages > pre { order: 1; flex: 1 0 100%; margin: 0; display: none; border-top-left-radius: 0; max-width: 100%; }
.languages > input:nth-of-type(1):checked ~ pre:nth-of-type(1), .languages > input:nth-of-type(2):checked ~ pre:nth-of-type(2), .languages > input:nth-of-type(3):checked ~ pre:nth-of-type(3) { display: block; }
.answered { font-size: .9rem; color: var(--quiet); margin-bottom: .2rem; }
main > section.try { max-width: none; }
.try form { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem 1rem 1rem; }
.try .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .8rem 1rem; }
.try label { display: grid; gap: .2rem; font-weight: 600; font-size: .92rem; align-content: start; min-width: 0; overflow-wrap: anywhere; }
.try label .quiet { font-weight: 400; font-size: .85rem; }
.try label.wide { margin-top: .8rem; }
.try input, .try select, .try textarea, dialog.search input { font: inherit; font-weight: 400; color: var(--ink); background: var(--paper); border: 1px solid var(--quiet); border-radius: .35rem; padding: .45rem .6rem; min-height: 2.6rem; width: 100%; min-width: 0; }
.try textarea { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .86rem; line-height: 1.45; resize: vertical; }
.try ::placeholder, dialog.search ::placeholder { color: var(--quiet); opacity: .85; }
main img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .4rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1rem; }
button { font: inherit; font-weight: 600; color: var(--paper); background: var(--link); border: 1px solid var(--link); border-radius: .35rem; padding: .45rem 1.1rem; min-height: 2.6rem; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
button.plain { color: var(--link); background: none; border-color: var(--line); }
.answer .status { font-weight: 700; margin-bottom: .2rem; }
.answer .status.good { color: var(--good); }
.answer .status.bad { color: var(--mark); }
.answer .headers { font-size: .9rem; margin: 0 0 .4rem; }
.answer .headers > div { display: flex; flex-wrap: wrap; gap: 0 .6rem; }
.answer .headers dt { margin: 0; color: var(--quiet); min-width: 11rem; }
.answer .headers dd { margin: 0; overflow-wrap: anywhere; }
dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; max-width: min(42rem, calc(100vw - 2rem)); width: 100%; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog.confirm { padding: 1rem 1.25rem 1.25rem; }
dialog.confirm h3 { margin: 0 0 .4rem; }
dialog.confirm form { border: 0; padding: 0; }
dialog.confirm pre { max-height: 40vh; white-space: pre-wrap; }
dialog.search { padding: 0; margin: 10vh auto auto; max-height: 80vh; overflow: hidden; }
dialog.search[open] { display: flex; flex-direction: column; }
dialog.search .asking { display: flex; gap: .5rem; padding: .75rem; border-bottom: 1px solid var(--line); }
dialog.search .state { margin: 0; padding: .5rem 1rem; color: var(--quiet); }
dialog.search .state:empty { display: none; }
dialog.search ul { list-style: none; margin: 0; padding: 0; overflow-y: auto; min-height: 0; }
dialog.search li a { display: block; padding: .5rem 1rem; color: var(--ink); text-decoration: none; border-left: 3px solid transparent; }
dialog.search li:hover a { background: var(--wash); }
dialog.search li[aria-selected="true"] a { background: var(--wash); border-left-color: var(--link); }
dialog.search .where { color: var(--quiet); font-size: .85rem; }
dialog.search .excerpt { display: block; color: var(--quiet); font-size: .9rem; line-height: 1.4; overflow-wrap: anywhere; }
dialog.search .keys { margin: 0; padding: .5rem 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .85rem; }
mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; text-decoration-color: var(--link); text-underline-offset: .2em; }
.columns { columns: 18rem; column-gap: 2rem; padding-left: 1.1rem; max-width: none; }
.columns li { break-inside: avoid; }
@media (max-width: 40rem) {
  header.site .find { margin-left: 0; flex: 1 1 100%; }
  dialog.search { margin-top: 1rem; max-height: calc(100vh - 2rem); }
  .find kbd { display: none; }
}
@media print {
  section.try, header.site .find { display: none; }
  .languages > label { display: none; }
  .languages > pre { display: block; margin-bottom: .6rem; }
}
`;
