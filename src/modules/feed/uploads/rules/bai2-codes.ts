/** The type codes of BAI2: which of them are credits, debits, and totals of others. */

/** Codes from 100 to 699 that are totals or estimates, after the list of codes of the format. */
const TOTALS: ReadonlySet<number> = new Set(
  [
    "100 101 102 105 106 107 109 110 120 130 131 140 146 150 159 160 162 163 167 170 178 180 182 185 186 188",
    "190 200 205 207 210 215 230 231 239 245 250 251 256 260 270 271 280 285 294 302 303 304 305 307 309 310",
    "315 316 318 319 320 321 324 325 326 327 328 329 330 332 336 338 340 341 343 350 352 355 356 360 361 370",
    "385 389 390 400 401 402 403 405 406 410 412 416 420 430 446 450 459 463 465 467 470 471 478 480 482 486",
    "490 500 505 507 510 515 530 532 534 536 537 539 550 551 556 560 570 580 583 584 585 586 587 588 590 594",
    "596 601 602 610 611 612 613 614 615 617 618 621 623 625 626 628 630 632 640 646 650 655 665 670 685 689",
    "690",
  ].flatMap((row) => row.split(" ").map(Number)),
);

/** The code of a message that comes without money. */
export const MESSAGE_CODE = 890;

/**
 * Returns the meaning of a type code for a transaction: money in, money out, a total of other transactions,
 * or something else, such as a part of a loan payment or a code of one bank only.
 */
export function meaningOf(code: number): "credit" | "debit" | "total" | "other" {
  if (TOTALS.has(code)) return "total";
  if (code >= 100 && code < 400) return "credit";
  return code >= 400 && code < 700 ? "debit" : "other";
}
