/**
 * The elements of an XML file as they are read, piece by piece. Invariants: no document type is read, so
 * there are no entities but the five of XML; elements are at most so deep, and texts at most so long, so
 * memory does not grow with the file.
 */
import { SaxesParser } from "saxes";
import { LIMITS } from "@daybook/words/limits";
import { type ByteChunks, utf8Pieces } from "./chunks.ts";
import { LineProblem } from "./line-problem.ts";

/** The beginning or the end of an element. `text` is the text directly within an element, at its end. */
export type XmlEvent =
  | {
      readonly kind: "open";
      readonly name: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly line: number;
    }
  | { readonly kind: "close"; readonly name: string; readonly text: string; readonly line: number };

const DEEPEST = 100;

/**
 * The events of a file in UTF-8, in batches, with names as they are written.
 * @throws LineProblem for what is not XML, for a document type, and for too deep or too long elements.
 */
export async function* xmlEvents(chunks: ByteChunks): AsyncGenerator<readonly XmlEvent[], void, undefined> {
  const most = LIMITS.json_body_bytes.value;
  const parser = new SaxesParser({ position: true, xmlns: false });
  let batch: XmlEvent[] = [];
  const texts: string[] = [];
  parser.on("doctype", () => {
    throw new LineProblem(parser.line, "The file has a document type (DOCTYPE), which is not read.");
  });
  parser.on("error", ({ message }) => {
    throw new LineProblem(parser.line, `The file is not XML here: ${message.replace(/^\d+:\d+: /, "")}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    texts.push("");
    if (texts.length > DEEPEST)
      throw new LineProblem(parser.line, `The elements are more than ${DEEPEST} deep.`);
    batch.push({ kind: "open", name, attributes, line: parser.line });
  });
  const addText = (text: string): void => {
    const before = texts.pop();
    if (before === undefined) return;
    if (before.length + text.length > most)
      throw new LineProblem(parser.line, `A text is longer than ${most} characters.`);
    texts.push(before + text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    batch.push({ kind: "close", name, text: texts.pop() ?? "", line: parser.line });
  });
  const taken = (): readonly XmlEvent[] => {
    const done = batch;
    batch = [];
    return done;
  };
  for await (const piece of utf8Pieces(chunks)) {
    parser.write(piece.toString("utf8"));
    yield taken();
  }
  parser.close();
  yield taken();
}
