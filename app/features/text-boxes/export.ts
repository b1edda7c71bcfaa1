import type { Size } from '#core/geometry/point.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { defaultText, fitText } from '#core/text/clipboard.ts';
import { prepareText } from '#core/text/prepare.ts';
import { MAX_TEXTS } from '#core/text/settings.ts';
import { type fontReferences, type OwnFontFile, usableWork } from '../../state/own-fonts.ts';
import type { PastedStep } from '../../state/paste-recipe.ts';
import { isDrawn, type Texts } from './document.ts';

type Fonts = readonly OwnFontFile[];

/** The step that writes the texts; nothing where there is none. `refer` says what font files are called. */
export function stepsOf(texts: Texts, fonts: Fonts, refer: typeof fontReferences): Recipe {
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

/** The texts of a pasted recipe on the tabs. */
export function pasteTexts({ params }: PastedStep, size: Size): Texts {
  const pasted = params.texts as Texts;
  return Array.from({ length: MAX_TEXTS }, (_, index) => fitText(pasted[index] ?? defaultText(), size));
}
