import { fontLibrary } from '#core/fonts/library.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';

/** Units of an em in the drawings. */
const EM = 100;
/** Distance of the baseline from the top of a square character. */
const BASELINE = 0.88;

/**
 * Returns square Japanese characters as SVG path data, because devices may lack Japanese fonts. Coordinates are
 * rounded to 1 / `precision`.
 */
async function outlinesOf(
  text: string,
  font: { fontFamily: string; bold: boolean },
  gap: number,
  isColumn: boolean,
  precision: number,
) {
  const fonts = await fontLibrary(nodeFonts).prepare(font, text);
  return [...text].map((character, index) => {
    const { face } = fonts.fontFor(character);
    const [shaped] = face?.shape(character, 0, 1, { script: 'Jpan', language: 'ja' }) ?? [];
    if (!face || !shaped) throw new Error(`${font.fontFamily} has no ${character}`);
    const along = index * EM * (1 + gap);
    const [x, y] = isColumn ? [0, along] : [along, 0];
    const scale = EM / face.unitsPerEm;
    let isY = false;
    return face.outline(shaped.glyph).replace(/-?[\d.]+/g, (digits) => {
      const value = isY ? y + EM * BASELINE - Number(digits) * scale : x + Number(digits) * scale;
      isY = !isY;
      return String(Math.round(value * precision) / precision);
    });
  });
}

/** Returns the poem on the home page's card, as a column in the ink of the light theme. */
export async function poemSvg(): Promise<string> {
  const [text, gap] = ['朝なぎや', 0.3];
  const paths = await outlinesOf(text, { fontFamily: 'Noto Serif JP', bold: true }, gap, true, 10);
  const height = Math.round(EM * (text.length * (1 + gap) - gap));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EM} ${height}"><path fill="#1f1d1a" d="${paths.join('')}"/></svg>\n`;
}

/** Returns the module with the name of the Japanese language. */
export const japaneseNameModule = async (): Promise<string> =>
  outlinesModule(
    'JAPANESE_NAME',
    'The name of the Japanese language as outlines, because devices may lack Japanese fonts.',
    await outlinesOf('日本語', { fontFamily: 'Noto Sans JP', bold: false }, 0, false, 1),
  );

/** Returns the module with the character of the watermark's seal. */
export const sealCharacterModule = async (): Promise<string> =>
  outlinesModule(
    'SEAL_CHARACTER',
    'The character 筆 (brush) in Noto Serif JP Bold (SIL Open Font License 1.1), in units of 1/100 of an em.',
    await outlinesOf('筆', { fontFamily: 'Noto Serif JP', bold: true }, 0, false, 10),
  );

const outlinesModule = (name: string, sentence: string, paths: readonly string[]): string =>
  `// Made by scripts/dev/images/render.ts.

/** ${sentence} */
export const ${name} =
  '${paths.join('')}';
`;
