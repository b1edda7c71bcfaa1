import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { prepareText } from '#core/text/prepare.ts';
import type { PictureSource } from '../../platform/studio.ts';
import type { GeneratedFormat } from '../../state/generated.ts';
import { familiesOf, fontFileNames, fontReferences, type OwnFontFile, usableWork } from '../../state/own-fonts.ts';
import { mergeLook } from './document.ts';
import { type Poem, type PoemLook, type PoemText, poemParts } from './poem.ts';
import type { PoemKind } from './poem-kind.ts';

type Fonts = readonly OwnFontFile[];

/** `holiday.jpg` → `holiday.with_text.png`. */
export const outputName = (source: string, format: GeneratedFormat): string =>
  `${baseName(source)}.with_text.${format}`;

/** The blank background that a recipe makes for itself, so that it needs no picture. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

/** The parameters that say what is written, and the families that it is written in. */
export function poemParams(kind: PoemKind, poem: Poem, fonts: Fonts) {
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

function stepOf(kind: PoemKind, poem: Poem, fonts: Fonts, refer: typeof fontReferences, sheet?: Sheet): Recipe {
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
const drawnLook = ({ showGuides: _, ...look }: PoemLook): Omit<PoemLook, 'showGuides'> => look;

/** For the studio, which has the picture and the font files. */
export const studioSteps = (kind: PoemKind, poem: Poem, fonts: Fonts): Recipe =>
  stepOf(kind, poem, fonts, fontReferences);

const sheetOf = (source: PictureSource | undefined): Sheet | undefined =>
  source && 'blank' in source
    ? { width: source.blank.width, height: source.blank.height, background: source.blank.color }
    : undefined;

/** For a recipe file, beside which the font files lie. */
export const recipeOf = (kind: PoemKind, poem: Poem, fonts: Fonts, source: PictureSource | undefined): Recipe =>
  stepOf(kind, poem, fonts, fontFileNames, sheetOf(source));

/** A blank background is made by the command itself. */
export function commandOf(kind: PoemKind, poem: Poem, fonts: Fonts, source: PictureSource | undefined): string {
  const input = source && !('blank' in source) ? source.name : undefined;
  return commandLine(
    recipeOf(kind, poem, fonts, source),
    input,
    outputName(source?.name ?? 'poem', 'png'),
    visitorsShell(),
  );
}

/** Both looks, as `--style` takes them. */
export const styleJson = ({ style }: Poem): string => JSON.stringify(style);

/**
 * Copied settings laid over those at hand: a style, the parameters that have one, or a recipe. Texts
 * that come with them are taken too.
 * @throws FudebakoError `settingsPaste` where there is no style in it; as `parsePasted`
 */
export function pastePoem(kind: PoemKind, texts: readonly PoemText[], pasted: string): readonly PoemText[] {
  const given = parseObject(pasted);
  const params = isObject(given.params) ? given.params : given;
  const style = isObject(params.style) ? params.style : params;
  if (!poemParts.some((part) => isObject(style[part]))) throw new FudebakoError('settingsPaste');
  const said = [params.text, params.style === undefined ? undefined : params.author];
  return texts.map((text, tab) => {
    const part = poemParts[tab] ?? 'main';
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
