/**
 * Invented names of the sample company's larger customers: all combinations of a first and a second part, in
 * an order that depends on the seed.
 */
import type { Prng } from "./prng.ts";

const FIRST = [
  "Amberholt",
  "Birchwater",
  "Cobblemere",
  "Dapplewood",
  "Elderquay",
  "Fernhallow",
  "Gorsebank",
  "Hazelthorpe",
  "Inkwell Row",
  "Junipergate",
  "Kestrelby",
  "Lindenford",
  "Mossbarrow",
  "Nettlecombe",
  "Otterbourne Hill",
  "Pebblewick",
  "Quaymarsh",
  "Rushlight",
  "Sorrelfield",
  "Thistledown",
  "Umberleigh",
  "Vetchley",
  "Willowstane",
  "Yarrowgate",
] as const;
const SECOND = [
  "Logistics",
  "Dental Group",
  "Foods",
  "Builders",
  "Property Services",
  "Field Crews",
] as const;

/** Returns all names in a random order. */
export function customerNames(prng: Prng): string[] {
  const names = FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`));
  for (let at = names.length - 1; at > 0; at -= 1) {
    const other = prng.integer(0, at);
    const kept = names[at] ?? "";
    names[at] = names[other] ?? "";
    names[other] = kept;
  }
  return names;
}
