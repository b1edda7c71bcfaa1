import { visitorsShell } from '#app/platform/shell.ts';
import { commandLine } from '#core/command-line.ts';
import { baseName } from '#core/files.ts';
import type { ImageFormat } from '#core/image/encode.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import type { Recipe } from '#core/recipe.ts';
import { prepareText } from '#core/text/prepare.ts';
import type { PictureSource } from '../../platform/studio.ts';
import { fontFileNames, fontReferences, type OwnFontFile, usableWork } from '../../state/own-fonts.ts';
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

/** For the studio, which has the font files. */
export const studioSteps = (texts: Texts, fonts: Fonts): Recipe => stepsOf(texts, fonts, fontReferences);

/** For a recipe file, beside which the font files lie. */
export const recipeOf = (texts: Texts, fonts: Fonts): Recipe => stepsOf(texts, fonts, fontFileNames);

/** The command that writes the same: on a file of the visitor's, or on a sheet that the command makes. */
export function commandOf(texts: Texts, fonts: Fonts, source: PictureSource | undefined): string {
  const name = source?.name ?? 'picture.png';
  const output = outputName(name, 'png');
  const recipe = recipeOf(texts, fonts);
  if (!source || !('blank' in source)) return commandLine(recipe, name, output, visitorsShell());
  const { width, height, color: background } = source.blank;
  const onSheet = recipe.map((step) => ({ ...step, params: { ...step.params, width, height, background } }));
  return commandLine(onSheet, undefined, output, visitorsShell());
}
