import { useMemo } from 'react';
import { mergeValues } from '#core/parameters/merge.ts';
import { refitOutline } from '#core/recipes/refit-drawn.ts';
import {
  findOptionalTextProblem,
  findTextProblem,
  MAX_STORED_TEXT_LENGTH,
  type TextProblem,
} from '#core/text/prepare.ts';
import type { TextNotation } from '#core/text/settings.ts';
import { DrawnItems } from '../../image-tool/drawn-items.ts';
import { useShownItems } from '../../image-tool/drawn-state.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { defaultStyle, type InitialStyle } from './initial-style.ts';
import { type PageFields, type PagePartStyle, type PageText, pageParts, type TextPage } from './text-page.ts';

export function createPageDocument(
  tool: 'editor' | 'horizontal_editor',
  fields: PageFields,
  { complete }: Pick<InitialStyle, 'complete'>,
): DrawnItems<PageText> {
  return new DrawnItems<PageText>({
    tool,
    operation: tool === 'editor' ? 'write-vertical' : 'write-horizontal',
    tabs: pageParts.length,
    restore: (stored, tab) => {
      const { text, style } = (stored ?? {}) as Partial<Record<keyof PageText, unknown>>;
      const partFields = fields[pageParts[tab] ?? 'main'];
      return {
        // Restores any typed text, even text that can't be drawn.
        text: typeof text === 'string' ? text.slice(0, MAX_STORED_TEXT_LENGTH) : '',
        style: mergeStyle(partFields, defaultStyle(partFields), style),
      };
    },
    refit: ({ text, style }, from, to) => ({ text, style: refitOutline(style, from, to) }),
    complete,
    isFree: ({ text }) => text.trim() === '',
    reset: ({ text }, tab) => ({ text, style: defaultStyle(fields[pageParts[tab] ?? 'main']) }),
  });
}

type LookFields = PageFields['main'];

export const mergeStyle = (fields: LookFields, look: PagePartStyle, raw: unknown): PagePartStyle =>
  mergeValues(fields, look as never, raw) as PagePartStyle;

interface StoredTextPage {
  readonly route: string;
  readonly document: DrawnItems<PageText>;
}

/** The watermark is a setting of the tool, so undo doesn't change the watermark. */
export function useWatermark({ route }: Pick<StoredTextPage, 'route'>): [boolean, (watermark: boolean) => void] {
  const [{ watermark }, set] = useToolSettings(route, 'output', { watermark: true });
  return [watermark, (next) => set({ watermark: next })];
}

const textPageOf = ([main, author]: readonly PageText[], watermark: boolean, notation: TextNotation): TextPage => ({
  ...notation,
  text: main?.text ?? '',
  author: author?.text ?? '',
  style: { main: main?.style as PagePartStyle, author: author?.style as PagePartStyle },
  watermark,
});

export function useTextPage(kind: StoredTextPage): TextPage {
  const texts = kind.document.use((state) => state.items);
  const notation = kind.document.use((state) => state.notation);
  const [watermark] = useWatermark(kind);
  return useMemo(() => textPageOf(texts, watermark, notation), [texts, watermark, notation]);
}

/** Returns a function that reads the current texts without subscribing. */
export function useTextPageNow(kind: StoredTextPage): () => TextPage {
  const [watermark] = useWatermark(kind);
  return () => {
    const { items, notation } = kind.document.use.getState();
    return textPageOf(items, watermark, notation);
  };
}

export function useShownPage(kind: StoredTextPage): TextPage {
  const texts = useShownItems(kind.document.use);
  const notation = kind.document.use((state) => state.notation);
  const [watermark] = useWatermark(kind);
  return useMemo(() => textPageOf(texts, watermark, notation), [texts, watermark, notation]);
}

/** Returns the reason why the main text or author can't be drawn. An empty text is not an error here. */
export function findPartProblem(tab: number, text: string): TextProblem | undefined {
  if (text === '') return undefined;
  return tab === 0 ? findTextProblem(text) : findOptionalTextProblem(text);
}

export const findTextPageProblem = ({ text, author }: TextPage): TextProblem | undefined =>
  findTextProblem(text) ?? findOptionalTextProblem(author);
