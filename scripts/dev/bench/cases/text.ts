import { type FontSet, fontLibrary } from '#core/fonts/library.ts';
import type { Platform } from '#core/platform/platform.ts';
import { layoutText } from '#core/text/layout.ts';
import { paintText } from '#core/text/paint.ts';
import { nodeFonts } from '../../../platform/fonts.ts';
import { defineCase } from '../case.ts';

const JAPANESE = '吾輩は猫である。名前はまだ無い。「どこで生れたか」とんと見当がつかぬ。何でも10年前のことだという……';
const LATIN =
  'The fog comes on little cat feet. It sits looking over harbor and city on silent haunches and then moves on. ';

const SIDE_PX = 5000;
const CHARACTERS = 2000;

interface Setting {
  readonly text: string;
  readonly fonts: FontSet;
  readonly vertical: boolean;
}

async function prepare(sentence: string, fontFamily: string, vertical: boolean): Promise<Setting> {
  const text = sentence.repeat(Math.ceil(CHARACTERS / sentence.length)).slice(0, CHARACTERS);
  return { text, vertical, fonts: await fontLibrary(nodeFonts).prepare({ fontFamily, bold: false }, text) };
}

function typesetSetting({ text, fonts, vertical }: Setting) {
  return layoutText(
    text,
    fonts,
    {
      fontSizePx: 90,
      charGapEm: 0,
      lineGapEm: 0.6,
      vertical,
      variableWidth: true,
      align: 'left',
      vAlign: 'top',
    },
    { left: 0, top: 0, width: SIDE_PX, height: SIDE_PX },
  );
}

function paint(setting: Setting, { canvases }: Platform): undefined {
  const canvas = canvases.create(SIDE_PX, SIDE_PX);
  const look = { color: '#1f1d1a', outlineColor: '#ffffff', outlineWidthPx: 0 };
  paintText(typesetSetting(setting), look, { canvas, canvases }, [1, 0, 0, 1, 0, 0]);
  canvas.release();
}

/** Measures only Fudebako, because no comparable library typesets vertical text. */
export const textCases = [
  ['2,000 Japanese characters in columns', JAPANESE, 'Noto Serif JP', true] as const,
  ['2,000 Latin characters in lines', LATIN, 'Merriweather', false] as const,
].flatMap(([name, sentence, family, vertical]) => [
  defineCase({
    name: `lay out ${name}`,
    setUp: () => prepare(sentence, family, vertical),
    ours: async (setting) => void typesetSetting(setting),
    peers: {},
  }),
  defineCase({
    name: `lay out and paint ${name}, 5000 × 5000 px`,
    setUp: () => prepare(sentence, family, vertical),
    ours: async (setting, platform) => paint(setting, platform),
    peers: {},
  }),
]);
