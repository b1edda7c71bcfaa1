import { useMemo } from 'react';
import { mergeValues } from '#core/parameters/merge.ts';
import { refitOutline } from '#core/recipes/refit-drawn.ts';
import {
  findOptionalTextProblem,
  findTextProblem,
  MAX_KEPT_TEXT_LENGTH,
  type TextProblem,
} from '#core/text/prepare.ts';
import { useToolSettings } from '../../state/settings.ts';
import { TabDocument } from '../../state/tab-document.ts';
import { defaultLook, type PageLook } from './page-look.ts';
import { type PageFields, type PagePartStyle, type PageText, pageParts, type TextPage } from './text-page.ts';

/** The main text and the author with one history; the picture under them is the session's. */
export function createPageDocument(
  key: 'verticalPoem' | 'horizontalPoem',
  fields: PageFields,
  { complete }: Pick<PageLook, 'complete'>,
): TabDocument<PageText> {
  return new TabDocument<PageText>({
    key,
    list: 'texts',
    tabs: pageParts.length,
    restore: (stored, tab) => {
      const { text, style } = (stored ?? {}) as Partial<Record<keyof PageText, unknown>>;
      const partFields = fields[pageParts[tab] ?? 'main'];
      return {
        // Whatever was typed is found again, also what cannot be drawn as it is.
        text: typeof text === 'string' ? text.slice(0, MAX_KEPT_TEXT_LENGTH) : '',
        style: mergeLook(partFields, defaultLook(partFields), style),
      };
    },
    refit: ({ text, style }, from, to) => ({ text, style: refitOutline(style, from, to) }),
    complete,
    isFree: ({ text }) => text.trim() === '',
    reset: ({ text }, tab) => ({ text, style: defaultLook(fields[pageParts[tab] ?? 'main']) }),
  });
}

type LookFields = PageFields['main'];

/** Settings from elsewhere laid over a look. */
export const mergeLook = (fields: LookFields, look: PagePartStyle, raw: unknown): PagePartStyle =>
  mergeValues(fields, look as never, raw) as PagePartStyle;

/** A poem's editor, as far as what is kept of it. */
interface StoredTextPage {
  readonly route: string;
  readonly document: TabDocument<PageText>;
}

/** Whether the watermark is drawn: a setting of the tool, not a step of the history. */
export function useWatermark({ route }: Pick<StoredTextPage, 'route'>): [boolean, (watermark: boolean) => void] {
  const [{ watermark }, set] = useToolSettings(route, 'output', { watermark: true });
  return [watermark, (next) => set({ watermark: next })];
}

const textPageOf = ([main, author]: readonly PageText[], watermark: boolean): TextPage => ({
  text: main?.text ?? '',
  author: author?.text ?? '',
  style: { main: main?.style as PagePartStyle, author: author?.style as PagePartStyle },
  watermark,
});

/** The poem as it is kept. */
export function useTextPage(kind: StoredTextPage): TextPage {
  const texts = kind.document.use((state) => state.history.present);
  const [watermark] = useWatermark(kind);
  return useMemo(() => textPageOf(texts, watermark), [texts, watermark]);
}

/** The poem as it is kept, asked for when it is needed. */
export function useTextPageNow(kind: StoredTextPage): () => TextPage {
  const [watermark] = useWatermark(kind);
  return () => textPageOf(kind.document.use.getState().history.present, watermark);
}

/** The poem as it is shown: also while something of it is composed. */
export function useShownPage(kind: StoredTextPage): TextPage {
  const texts = kind.document.use((state) => state.history.present);
  const active = kind.document.use((state) => state.active);
  const draft = kind.document.use((state) => state.draft);
  const [watermark] = useWatermark(kind);
  return useMemo(
    () => textPageOf(draft ? texts.with(active, draft) : texts, watermark),
    [texts, active, draft, watermark],
  );
}

/** What is wrong with a part, in the way its field says it: an empty one is not wrong yet. */
export function findPartProblem(tab: number, text: string): TextProblem | undefined {
  if (text === '') return undefined;
  return tab === 0 ? findTextProblem(text) : findOptionalTextProblem(text);
}

/** Why the poem cannot be written. */
export const findTextPageProblem = ({ text, author }: TextPage): TextProblem | undefined =>
  findTextProblem(text) ?? findOptionalTextProblem(author);
