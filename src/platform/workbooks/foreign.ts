/** Documents of other programs that are taken for workbooks, and what to do with them. */

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Packed documents, by a part that only they have and by what they have as well. */
const PACKED: readonly (readonly [part: RegExp, says: string])[] = [
  [/^mimetype$/, "This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or .csv, and import that."],
  [
    /^index(?:\.zip|\/document\.iwa)$/,
    "This is a document of Numbers. Export it as Excel or CSV, and import that.",
  ],
  [
    /^word\/document\.xml$/,
    "This is a text document. Save the table in it as .xlsx or .csv, and import that.",
  ],
];

/** What a packed document is if it is no workbook of the format XLSX, as a sentence; null if it may be one. */
export function foreignDocument(names: Iterable<string>): string | null {
  for (const name of names) {
    const says = PACKED.find(([part]) => part.test(name.toLowerCase()))?.[1];
    if (says !== undefined) return says;
  }
  return null;
}

/** What a compound file is: a workbook that is encrypted, or one of the old format; null for other files. */
export function compoundDocument(bytes: Uint8Array): string | null {
  if (!COMPOUND.every((byte, at) => bytes[at] === byte)) return null;
  return hasStream(bytes, "EncryptedPackage")
    ? "The workbook is encrypted. Take its password off, and import it again."
    : "This is a workbook of the old format .xls. Save it as .xlsx, and import it again.";
}

/** True if a compound file has a stream with this name; names in the file are UTF-16. */
function hasStream(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, "utf16le"));
}
