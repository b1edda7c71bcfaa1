import { baseName } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { defaultText, fitText } from '#core/text/clipboard.ts';
import { prepareText } from '#core/text/prepare.ts';
import { MAX_TEXTS } from '#core/text/settings.ts';
import type { PictureSource } from '../../platform/picture-worker.ts';
import { fontFileNames, fontReferences, type OwnFontFile, usableWork } from '../../state/own-fonts.ts';
import type { PastedStep } from '../../state/paste-recipe.ts';
import { BLANK_NAME } from '../common/BlankBackgroundSource.tsx';
import { commandOnSource, onBackground } from '../common/background-recipe.ts';
import { isDrawn, type Texts } from './document.ts';

type Fonts = readonly OwnFontFile[];

/** `holiday.jpg` → `holiday.with_text.png`. */
export const outputName = (source: string, format: ImageFormat): string => `${baseName(source)}.with_text.${format}`;

/** The step that writes the texts; nothing where there is none. `refer` says what font files are called. */
function stepsOf(texts: Texts, fonts: Fonts, refer: typeof fontReferences): Recipe {
  const drawn = texts.filter(isDrawn).map((text) => ({ ...text, text: prepareText(text.text) }));
  if (drawn.length === 0) return [];
  const work = usableWork({ kind: 'texts', texts: drawn }, fonts);
  const files = refer(
    drawn.map(({ fontFamily }) => fontFamily),
    fonts,
  );
  return [
    {
      operation: writeTexts.id,
      params: { texts: work.kind === 'texts' ? work.texts : [] },
      ...(files.length > 0 ? { inputs: { fonts: files } } : {}),
    },
  ];
}

/** For the picture worker, which has the font files. */
export const workerSteps = (texts: Texts, fonts: Fonts): Recipe => stepsOf(texts, fonts, fontReferences);

/** For a recipe file, beside which the font files lie; a blank background is made by the recipe itself. */
export const recipeOf = (texts: Texts, fonts: Fonts, source: PictureSource | undefined): Recipe =>
  onBackground(stepsOf(texts, fonts, fontFileNames), source);

export const commandOf = (texts: Texts, fonts: Fonts, source: PictureSource | undefined): string =>
  commandOnSource(recipeOf(texts, fonts, source), source, outputName(source?.name ?? BLANK_NAME, 'png'));

/** The texts of a pasted recipe on the tabs. */
export function pasteTexts({ params }: PastedStep, size: Size): Texts {
  const pasted = params.texts as Texts;
  return Array.from({ length: MAX_TEXTS }, (_, index) => fitText(pasted[index] ?? defaultText(), size));
}
