/**
 * Reads colors. A workbook states a color as hexadecimal digits, as a number in an old palette, or as a color
 * of the theme, each with an optional tint.
 */
import { readXml, wholeNumber, type Attributes } from "./xml.ts";

/** The palette of older programs. Source: ECMA-376 part 1, 18.8.27. */
const PALETTE = (
  "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080 C0C0C0 808080 " +
  "9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 " +
  "3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333"
).split(" ");
/**
 * The theme's colors in the order in which cells number them, which differs from the order in the theme's
 * part.
 */
const THEME_COLORS = [
  "lt1",
  "dk1",
  "lt2",
  "dk2",
  "accent1",
  "accent2",
  "accent3",
  "accent4",
  "accent5",
  "accent6",
  "hlink",
  "folHlink",
].map((name) => `a:${name}`);

export type Theme = ReadonlyMap<string, string>;

/** Reads the colors of a theme, by name. */
export function readTheme(path: string, bytes: Uint8Array | undefined): Theme {
  const colors = new Map<string, string>();
  let current: string | null = null;
  if (bytes) {
    readXml(path, bytes, {
      open(name, attributes) {
        if (THEME_COLORS.includes(name)) current = name;
        else if (current !== null && !colors.has(current)) {
          const color = digits(
            name === "a:sysClr"
              ? attributes["lastClr"]
              : name === "a:srgbClr"
                ? attributes["val"]
                : undefined,
          );
          if (color !== null) colors.set(current, color);
        }
      },
      close(name) {
        if (name === current) current = null;
      },
    });
  }
  return colors;
}

/** Returns "#RRGGBB", or null for an automatic color. */
export function colorOf(attributes: Attributes, theme: Theme): string | null {
  const { rgb, theme: place, indexed, tint } = attributes;
  const named = place === undefined ? undefined : theme.get(THEME_COLORS[Number(place)] ?? "");
  const plain = digits(rgb) ?? named ?? PALETTE[wholeNumber(indexed, PALETTE.length) ?? -1];
  return plain === undefined ? null : `#${tinted(plain, Number(tint ?? 0))}`;
}

function digits(color: string | undefined): string | null {
  return color !== undefined && /^(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(color)
    ? color.slice(-6).toUpperCase()
    : null;
}

/**
 * Changes the HSL luminance of a color: a negative tint down to -1 darkens, a positive one up to 1 lightens.
 */
function tinted(color: string, tint: number): string {
  if (!(Math.abs(tint) > 0 && Math.abs(tint) <= 1)) return color;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  );
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const light = (most + least) / 2;
  const spread = most - least;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * light - 1));
  const hue =
    spread === 0
      ? 0
      : most === red
        ? ((green - blue) / spread + 6) % 6
        : most === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4;
  const wanted = tint < 0 ? light * (1 + tint) : light * (1 - tint) + tint;
  const chroma = (1 - Math.abs(2 * wanted - 1)) * saturation;
  const second = chroma * (1 - Math.abs((hue % 2) - 1));
  const base = wanted - chroma / 2;
  const sectors = [
    [chroma, second, 0],
    [second, chroma, 0],
    [0, chroma, second],
    [0, second, chroma],
    [second, 0, chroma],
    [chroma, 0, second],
  ];
  const parts = sectors[Math.floor(hue)] ?? [0, 0, 0];
  return parts
    .map((part) =>
      Math.round((part + base) * 255)
        .toString(16)
        .padStart(2, "0")
        .toUpperCase(),
    )
    .join("");
}
