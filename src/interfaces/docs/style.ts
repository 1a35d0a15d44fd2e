/**
 * The one stylesheet, in the colors of the console. It is readable on a phone and on a wide screen, light and
 * dark, with the system's own fonts: nothing is loaded from anywhere else.
 */
import { TOKENS } from "./generated/tokens.ts";

export const STYLE = `${TOKENS}
:root { --quiet: var(--soft); --wash: var(--sunk); --link: var(--accent); --mark: var(--warn); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; background: var(--paper); padding: .5rem 1rem; }
.skip:focus { left: 0; top: 0; z-index: 1; }
.bar, .frame { max-width: 78rem; margin: 0 auto; }
.bar { padding: 0 1.25rem; }
header.site { border-bottom: 1px solid var(--line); padding: .75rem 0; }
header.site .bar { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; }
header.site .name { font-weight: 700; color: var(--ink); text-decoration: none; }
header.site nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); }
nav.side { padding: 0 1.25rem 1rem; font-size: .95rem; border-top: 1px solid var(--line); }
nav.side h2 { font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--quiet); margin: 1.1rem 0 .2rem; border: 0; padding: 0; }
nav.side h3 { font-size: .9rem; font-weight: 600; color: var(--quiet); margin: .7rem 0 .1rem; }
nav.side li { padding: .12rem 0; line-height: 1.4; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 650; text-decoration: none; }
main { padding: .5rem 1.25rem 4rem; min-width: 0; }
main > * { max-width: 48rem; }
main > .wide, main > .scroll, main > section > .scroll, main > h2, main > pre { max-width: none; }
h1 { font-size: 1.85rem; line-height: 1.2; margin: 1.2rem 0 .6rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.4rem 0 .6rem; border-top: 1px solid var(--line); padding-top: 1.2rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
.lead { font-size: 1.1rem; color: var(--quiet); }
.quiet { color: var(--quiet); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .88em; }
code { background: var(--wash); border-radius: .25rem; padding: .08em .3em; }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; overflow: auto; max-height: 34rem; line-height: 1.45; }
pre code { background: none; padding: 0; font-size: .95em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem .5rem 0; border-bottom: 1px solid var(--line); }
td code { white-space: nowrap; }
.stack td:nth-child(3):last-child { min-width: 20rem; }
th { font-weight: 650; color: var(--quiet); font-size: .85rem; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
table:has(.figure) { width: auto; min-width: min(100%, 26rem); }
dl { margin: .6rem 0; }
dt { margin-top: .9rem; }
dd { margin: .15rem 0 0 1rem; }
.route { font-size: 1rem; }
.method { font-weight: 700; color: var(--good); }
.flag { color: var(--mark); font-size: .85rem; }
.cards { list-style: none; padding: 0; }
.cards > li { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; margin: .6rem 0; }
.cards h3, .cards h4, .cards p { margin: 0 0 .25rem; }
.cards h4 { font-size: 1.02rem; }
.cards.wide { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .8rem; }
.cards.wide > li { margin: 0; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--quiet); }
footer { border-top: 1px solid var(--line); padding: 1rem 0 2rem; color: var(--quiet); font-size: .9rem; }
@media (min-width: 60rem) {
  .frame { grid-template-columns: 16.5rem minmax(0, 1fr); }
  nav.side { grid-column: 1; grid-row: 1; padding: .4rem .5rem 2rem 1.25rem; border-top: 0; align-self: start; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
  main { grid-column: 2; padding-left: 2.5rem; }
  .narrow { display: none; }
}
@media (max-width: 40rem) {
  .stack thead { position: absolute; left: -100vw; }
  .stack, .stack tbody, .stack tr, .stack td { display: block; }
  .stack tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  .stack td, .stack td:nth-child(3):last-child { border: 0; padding: .1rem 0; min-width: 0; }
  td code { white-space: normal; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #333; --line: #bbb; --sunk: #f4f4f4; --accent: #000; --warn: #000; --good: #000; }
  nav, nav.side, .skip { display: none; }
  .frame { display: block; }
  pre { max-height: none; white-space: pre-wrap; }
  h2, h3 { break-after: avoid; }
  tr, pre, .cards > li { break-inside: avoid; }
}
`;
