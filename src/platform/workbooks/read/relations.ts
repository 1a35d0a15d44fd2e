/**
 * Reads the relations between the parts of a workbook. Invariant: a resolved path never leaves the archive,
 * whatever a relation states.
 */
import type { Parts } from "./archive.ts";
import { readXml } from "./xml.ts";

export interface Relation {
  /** A short name such as `worksheet`, or the complete URI of a kind that the format does not define. */
  readonly kind: string;
  /** The path of the part in lower case, or a URL if `isOutside`. */
  readonly target: string;
  readonly isOutside: boolean;
}

/** The URI prefixes of the kinds that the format and Microsoft's extensions define. */
const KIND_PREFIX =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/20\d\d\/relationships)\//u;

/** Returns the relations of a part by id, or of the whole archive for the path "". */
export function relationsOf(parts: Parts, path: string): ReadonlyMap<string, Relation> {
  const slash = path.lastIndexOf("/") + 1;
  const [folder, file] = [path.slice(0, slash), path.slice(slash)];
  const relations = new Map<string, Relation>();
  const place = `${folder}_rels/${file}.rels`;
  const bytes = parts.get(place);
  if (!bytes) return relations;
  readXml(place, bytes, {
    open(name, { Id = "", Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship") return;
      const isOutside = TargetMode === "External";
      relations.set(Id, {
        kind: Type.replace(KIND_PREFIX, ""),
        target: isOutside ? Target : resolved(folder, Target),
        isOutside,
      });
    },
  });
  return relations;
}

/** Returns the path of the first relation of a kind to a part; null if there is none. */
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
