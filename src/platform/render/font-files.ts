/**
 * The files of fonts, as they are named to the module loader. The package of the program has these files of
 * the fonts' packages and no others (`deploy/npm/pack.ts`), so a font that is not named here is not there.
 */
export type Weight = "regular" | "bold";

export type FontFiles = Readonly<Record<Weight, string>>;

const pathOf = (folder: string, weight: string, name: string) =>
  `@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`;

function twoWeights(folder: string, name: string): FontFiles {
  return { regular: pathOf(folder, "400Regular", name), bold: pathOf(folder, "600SemiBold", name) };
}

/** Fonts of thousands of letters are megabytes each, so there is one weight of them. */
function oneWeight(folder: string, name: string): FontFiles {
  const regular = pathOf(folder, "400Regular", name);
  return { regular, bold: regular };
}

export const FONTS = {
  main: twoWeights("inter", "Inter"),
  arabic: twoWeights("noto-sans-arabic", "NotoSansArabic"),
  hebrew: twoWeights("noto-sans-hebrew", "NotoSansHebrew"),
  thai: twoWeights("noto-sans-thai", "NotoSansThai"),
  devanagari: twoWeights("noto-sans-devanagari", "NotoSansDevanagari"),
  chinese: oneWeight("noto-sans-sc", "NotoSansSC"),
  japanese: oneWeight("noto-sans-jp", "NotoSansJP"),
  korean: oneWeight("noto-sans-kr", "NotoSansKR"),
  emoji: oneWeight("noto-emoji", "NotoEmoji"),
} as const satisfies Readonly<Record<string, FontFiles>>;
