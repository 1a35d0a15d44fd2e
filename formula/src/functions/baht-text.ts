/** BAHTTEXT: an amount in Thai words, in baht and satang. */
import { type FormulaFunction, asNumber, define } from "../define.ts";
import { decimalOf, fixedText } from "../number-format/decimal.ts";

const DIGITS = ["", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"];
const PLACES = ["", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน"];
const [MILLION, ZERO, MINUS, BAHT, SATANG, EVEN] = ["ล้าน", "ศูนย์", "ลบ", "บาท", "สตางค์", "ถ้วน"];
const GROUP = 6;

/** Returns decimal digits as words; "" if all are zeros. */
function words(digits: string): string {
  if (digits.length > GROUP) {
    const higher = words(digits.slice(0, -GROUP));
    return (higher === "" ? "" : higher + MILLION) + words(digits.slice(-GROUP));
  }
  let text = "";
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[at]);
    const place = digits.length - 1 - at;
    if (digit === 0) continue;
    // One after a ten or more has its own word, and so have one ten and two tens.
    if (place === 0 && digit === 1 && text !== "") text += "เอ็ด";
    else if (place === 1 && digit <= 2) text += (digit === 2 ? "ยี่" : "") + (PLACES[1] ?? "");
    else text += (DIGITS[digit] ?? "") + (PLACES[place] ?? "");
  }
  return text;
}

function bahtText(value: number): string {
  const [whole = "", part = ""] = fixedText(decimalOf(value), 2, false).split(".");
  const [baht, satang] = [words(whole), words(part)];
  if (baht === "" && satang === "") return ZERO + BAHT + EVEN;
  return (
    (value < 0 ? MINUS : "") + (baht === "" ? "" : baht + BAHT) + (satang === "" ? EVEN : satang + SATANG)
  );
}

export const BAHT_TEXT: readonly FormulaFunction[] = [
  define("BAHTTEXT", [asNumber], (_, value) => bahtText(value)),
];
