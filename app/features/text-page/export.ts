import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { prepareText } from '#core/text/prepare.ts';
import type { PictureSource } from '../../platform/picture-worker.ts';
import type { GeneratedFormat } from '../../state/generated.ts';
import { familiesOf, fontFileNames, fontReferences, type OwnFontFile, usableWork } from '../../state/own-fonts.ts';
import { mergeLook } from './document.ts';
import { type PagePartStyle, type PageText, pageParts, type TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

type Fonts = readonly OwnFontFile[];

/** `holiday.jpg` → `holiday.with_text.png`. */
export const outputName = (source: string, format: GeneratedFormat): string =>
  `${baseName(source)}.with_text.${format}`;

/** The blank background that a recipe makes for itself, so that it needs no picture. */
interface Background {
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

/** The parameters that say what is written, and the families that it is written in. */
export function poemParams(kind: TextPageKind, poem: TextPage, fonts: Fonts) {
  const work = usableWork(kind.workOf(poem), fonts);
  const { text, author, style, watermark } = work.kind === 'texts' ? poem : work.poem;
  const params = {
    text: prepareText(text),
    author: prepareText(author),
    style: { main: drawnLook(style.main), author: drawnLook(style.author) },
    watermark,
  };
  return { params, families: familiesOf(work) };
}

function stepOf(
  kind: TextPageKind,
  poem: TextPage,
  fonts: Fonts,
  refer: typeof fontReferences,
  sheet?: Background,
): Recipe {
  const { params, families } = poemParams(kind, poem, fonts);
  const files = refer(families, fonts);
  return [
    {
      operation: kind.operation.id,
      params: { ...params, ...sheet },
      ...(files.length > 0 ? { inputs: { fonts: files } } : {}),
    },
  ];
}

/** Guides are for the screen alone. */
const drawnLook = ({ showGuides: _, ...look }: PagePartStyle): Omit<PagePartStyle, 'showGuides'> => look;

/** For the picture worker, which has the picture and the font files. */
export const workerSteps = (kind: TextPageKind, poem: TextPage, fonts: Fonts): Recipe =>
  stepOf(kind, poem, fonts, fontReferences);

const sheetOf = (source: PictureSource | undefined): Background | undefined =>
  source && 'blank' in source
    ? { width: source.blank.width, height: source.blank.height, background: source.blank.color }
    : undefined;

/** For a recipe file, beside which the font files lie. */
export const recipeOf = (kind: TextPageKind, poem: TextPage, fonts: Fonts, source: PictureSource | undefined): Recipe =>
  stepOf(kind, poem, fonts, fontFileNames, sheetOf(source));

/** A blank background is made by the command itself. */
export function commandOf(kind: TextPageKind, poem: TextPage, fonts: Fonts, source: PictureSource | undefined): string {
  const input = source && !('blank' in source) ? source.name : undefined;
  return commandLine(
    recipeOf(kind, poem, fonts, source),
    input,
    outputName(source?.name ?? 'poem', 'png'),
    visitorsShell(),
  );
}

/** Both looks, as `--style` takes them. */
export const styleJson = ({ style }: TextPage): string => JSON.stringify(style);

/**
 * Copied settings laid over the present ones: a style, the parameters that have one, or a recipe. Texts
 * that come with them are taken too.
 * @throws FudebakoError `settingsPaste` where there is no style in it; as `parsePasted`
 */
export function pasteTextPage(kind: TextPageKind, texts: readonly PageText[], pasted: string): readonly PageText[] {
  const given = parseObject(pasted);
  const params = isObject(given.params) ? given.params : given;
  const style = isObject(params.style) ? params.style : params;
  if (!pageParts.some((part) => isObject(style[part]))) throw new FudebakoError('settingsPaste');
  const said = [params.text, params.style === undefined ? undefined : params.author];
  return texts.map((text, tab) => {
    const part = pageParts[tab] ?? 'main';
    const words = said[tab];
    return {
      text: typeof words === 'string' ? words : text.text,
      style: mergeLook(kind.fields[part], text.style, style[part]),
    };
  });
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or the first of a list of them. */
function parseObject(json: string): Fields {
  const raw = parsePastedJson(json);
  const first: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (!isObject(first)) throw new FudebakoError('settingsPaste');
  return first;
}
