import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { TextWork } from '#core/text/write.ts';
import { usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { useCursor } from '../../ui/stage/typing.ts';
import { type PagePartStyle, pageParts, type TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';
import { typedSource } from './typed-source.ts';

// Loads beside this file, because the first screen of a text page has a caret and pale words.
const paperText = import('../../ui/stage/PaperText.tsx');
const PaperText = lazy(() => paperText);
// A failure is reported when the words are drawn.
paperText.catch(() => undefined);

interface PagePaperProps {
  readonly kind: TextPageKind;
  readonly page: TextPage;
  readonly work: TextWork;
  /** True if the page is empty. Pale words then show where the typed words will be. */
  readonly isEmpty: boolean;
  readonly size: Size;
  readonly view: StageView;
}

/** Caret of the open text on the page, and a pale sample on an empty page. */
export function PagePaper({ kind, page, work, isEmpty, size, view }: PagePaperProps) {
  const { t } = useTranslation();
  const tab = kind.document.use((state) => state.active);
  const cursor = useCursor(kind.field);
  const fonts = useOwnFonts((state) => state.fonts);
  const part = pageParts[tab] ?? 'main';
  const isTyping = cursor !== undefined;
  const hasWords = (tab === 0 ? page.text : page.author).trim() !== '';
  if (!isTyping && !isEmpty) return null;
  const sample = (partTab: number): { readonly text: string; readonly style: PagePartStyle } => {
    const id = pageParts[partTab] ?? 'main';
    return kind.look.begin({ text: t(`${kind.route}.sample.${id}`), style: page.style[id] }, partTab);
  };
  const withSamples = (...tabs: readonly number[]): TextPage => {
    const { main, author } = {
      main: tabs.includes(0) ? sample(0) : { text: page.text, style: page.style.main },
      author: tabs.includes(1) ? sample(1) : { text: page.author, style: page.style.author },
    };
    return { ...page, text: main.text, author: author.text, style: { main: main.style, author: author.style } };
  };
  const pale = isEmpty ? withSamples(0, 1) : undefined;
  const placeholder = pale && usableWork(kind.workOf(pale), fonts);
  // The caret of a text without words is where the first character of a sample would be.
  const sampled = hasWords ? undefined : (pale ?? withSamples(tab));
  const source = hasWords ? (kind.field.current?.value ?? '') : t(`${kind.route}.sample.${part}`);
  return (
    <Suspense>
      <PaperText
        work={sampled ? usableWork(kind.workOf(sampled), fonts) : work}
        source={typedSource(sampled ?? page, tab, source)}
        at={hasWords ? cursor : 0}
        placeholder={placeholder}
        size={size}
        view={view}
      />
    </Suspense>
  );
}
