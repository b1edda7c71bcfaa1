import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultText, fitText, restoreText } from '#core/text/clipboard.ts';
import { findOptionalTextProblem, type TextProblem } from '#core/text/prepare.ts';
import { type AdvancedText, MAX_TEXTS } from '#core/text/settings.ts';
import { TabDocument, type TabDocumentState } from '../../state/tab-document.ts';

export type Texts = readonly AdvancedText[];

/** The ten texts; the picture under them is the session's. */
export const textDocument = new TabDocument<AdvancedText>({
  key: 'texts',
  list: 'texts',
  tabs: MAX_TEXTS,
  restore: restoreText,
  fit: fitText,
  isFree: (text) => !isDrawn(text),
  // What somebody has written is no setting.
  reset: ({ text }) => ({ ...defaultText(), text }),
});

/** There is something of it to see: its words, or a frame. */
export const isDrawn = ({ text, drawBox, fillBox }: AdvancedText): boolean => text.trim() !== '' || drawBox || fillBox;

/** The open text as it is shown: also while it is dragged or composed. */
export const shownText = ({ draft, history, active }: TabDocumentState<AdvancedText>): AdvancedText =>
  draft ?? (history.present[active] as AdvancedText);

/** All texts as they are shown. */
export function useShownTexts(): Texts {
  const draft = textDocument.use((state) => state.draft);
  const active = textDocument.use((state) => state.active);
  const texts = textDocument.use((state) => state.history.present);
  return useMemo(() => (draft ? texts.with(active, draft) : texts), [draft, active, texts]);
}

/** The texts as they can be drawn: one that cannot be leaves the words that could be last. */
export function useDrawableTexts(texts: Texts): Texts {
  const good = useRef<readonly string[]>([]);
  return useMemo(() => {
    good.current = texts.map(({ text }, index) => (findOptionalTextProblem(text) ? (good.current[index] ?? '') : text));
    return texts.map((text, index) => {
      const words = good.current[index] ?? '';
      return text.text === words ? text : { ...text, text: words };
    });
  }, [texts]);
}

/** The first text that cannot be written, and why. */
export function findTextsProblem(texts: Texts): { readonly index: number; readonly problem: TextProblem } | undefined {
  for (const [index, { text }] of texts.entries()) {
    const problem = findOptionalTextProblem(text);
    if (problem) return { index, problem };
  }
  return undefined;
}

/** What a tab is called on the screen. */
export function useTabName(): (index: number) => string {
  const { t } = useTranslation();
  return (index) => t('advanced_text_editor.tab', { number: index + 1 });
}
