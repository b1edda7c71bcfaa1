import { defaultText, fitText } from '#app/tools/text-boxes/clipboard.ts';
import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { overrideTexts } from '#core/text/overrides.ts';
import { MAX_TEXT_LENGTH, prepareText } from '#core/text/prepare.ts';
import { MAX_TEXTS } from '#core/text/settings.ts';
import { notationParams } from '../../image-tool/text-notation.ts';
import { showError } from '../../notices/error-queue.ts';
import type { PastedStep } from '../../recipes/paste-recipe.ts';
import { fontReferences, type OwnFontFile, usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { findTextsProblem, isDrawn, isSet, type Texts, textDocument } from './drawn-texts.ts';

type Fonts = readonly OwnFontFile[];

/** Returns the recipe step that draws the texts, or no step without texts. `refer` maps a font to its file name. */
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
      params: {
        texts: work.kind === 'texts' ? work.texts : [],
        ...notationParams(textDocument.use.getState().notation),
      },
      ...(files.length > 0 ? { inputs: { fonts: files } } : {}),
    },
  ];
}

export function stepsNow(): Recipe | undefined {
  const texts = textDocument.use.getState().items;
  const problem = findTextsProblem(texts);
  if (!problem) return stepsOf(texts, useOwnFonts.getState().fonts, fontReferences);
  textDocument.openTab(problem.index);
  showError(new FudebakoError(problem.problem, { max: MAX_TEXT_LENGTH }));
  return undefined;
}

/** Returns the steps whose parameters table rows override. Keeps empty tabs, so `texts[0]` is always the first tab. */
export function rowBase(texts: Texts, refer: typeof fontReferences): Recipe {
  const last = texts.findLastIndex((text) => isDrawn(text) || isSet(text));
  const written = texts.slice(0, last + 1).map((text) => ({ ...text, text: prepareText(text.text) }));
  const fonts = useOwnFonts.getState().fonts;
  const work = usableWork({ kind: 'texts', texts: written }, fonts);
  const files = refer(
    written.map(({ fontFamily }) => fontFamily),
    fonts,
  );
  const params = {
    texts: work.kind === 'texts' ? work.texts : [],
    ...notationParams(textDocument.use.getState().notation),
  };
  return [{ operation: writeTexts.id, params, ...(files.length > 0 ? { inputs: { fonts: files } } : {}) }];
}

export function pasteTexts({ params }: PastedStep, size: Size): Texts {
  const pasted = overrideTexts(params.texts as Texts, params);
  return Array.from({ length: MAX_TEXTS }, (_, index) => fitText(pasted[index] ?? defaultText(), size));
}
