/**
 * Where the parts of a workbook lead. Invariant: a path names a part of the same archive, whatever a relation
 * says.
 */
import type { Parts } from "./archive.ts";
import { readXml } from "./xml.ts";

export interface Relation {
  /** `worksheet`; the whole address of a kind that the format does not define. */
  readonly kind: string;
  /** The path of the part, in small letters; an address where `isOutside`. */
  readonly target: string;
  readonly isOutside: boolean;
}

/** Before the kinds that the format and Microsoft's own extensions of it define. */
const KIND =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/20\d\d\/relationships)\//u;

/** Of a part, or of the whole archive for "". By their ids. */
export function relationsOf(parts: Parts, path: string): ReadonlyMap<string, Relation> {
  const slash = path.lastIndexOf("/") + 1;
  const [folder, file] = [path.slice(0, slash), path.slice(slash)];
  const found = new Map<string, Relation>();
  const place = `${folder}_rels/${file}.rels`;
  const bytes = parts.get(place);
  if (!bytes) return found;
  readXml(place, bytes, {
    open(name, { Id = "", Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship") return;
      const isOutside = TargetMode === "External";
      found.set(Id, {
        kind: Type.replace(KIND, ""),
        target: isOutside ? Target : resolved(folder, Target),
        isOutside,
      });
    },
  });
  return found;
}

/** The first relation of a kind, where there is one that leads to a part. */
export function partOf(relations: ReadonlyMap<string, Relation>, kind: string): string | null {
  for (const relation of relations.values())
    if (relation.kind === kind && !relation.isOutside) return relation.target;
  return null;
}

function resolved(folder: string, target: string): string {
  const steps = target.startsWith("/") ? [] : folder.split("/").filter((step) => step !== "");
  for (const step of target.toLowerCase().replaceAll("\\", "/").split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}
