import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import type { Size } from '#core/geometry/point.ts';
import type { TextArea } from '#core/text/layout-style.ts';
import { useRowParameters } from '../../batch/use-rows.ts';
import { fontReferences, usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { TextCanvas } from '../../ui/stage/TextCanvas.tsx';
import { findPartProblem, useShownPage, useWatermark } from './drawn-texts.ts';
import { stepsOf } from './export.ts';
import { PagePaper } from './PagePaper.tsx';
import { hideReveal, useReveal } from './reveal.ts';
import { TextPageOverlay } from './TextPageOverlay.tsx';
import { type PagePart, pageParts, type TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

const RevealCanvas = lazy(() => import('./RevealCanvas.tsx'));

interface TextPageStageProps {
  readonly kind: TextPageKind;
  readonly size: Size;
  readonly view: StageView;
  /** True if the page has no words and no image. */
  readonly isEmpty: boolean;
  /** Color of a blank page. */
  readonly paper: string | undefined;
}

export function TextPageStage({ kind, size, view, isEmpty, paper }: TextPageStageProps) {
  const plays = useReveal(({ shown }) => shown !== undefined);
  const shown = useShownPage(kind);
  const fonts = useOwnFonts((state) => state.fonts);
  const text = useLastGood(0, shown.text);
  const author = useLastGood(1, shown.author);
  const good = useMemo(() => ({ ...shown, text, author }), [shown, text, author]);
  const base = () => stepsOf(kind, good, fonts, fontReferences);
  const row = useRowParameters(kind.route, base, JSON.stringify(good)) as TextPage | undefined;
  const work = useMemo(() => usableWork(kind.workOf(row ?? good), fonts), [kind, row, good, fonts]);
  const version = JSON.stringify(work);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change stops the animation
  useEffect(() => {
    hideReveal();
    return hideReveal;
  }, [version]);
  return (
    <>
      {/* The page is visible before its pixels are. */}
      {isEmpty && isOpaque(paper) && <div className="paper-sheet" style={{ background: paper }} />}
      <TextCanvas
        work={work}
        size={size}
        view={view}
        hidden={plays}
        onReport={(reports) => kind.useReports.setState({ reports })}
      />
      {plays && (
        <Suspense>
          <RevealCanvas kind={kind} work={work} size={size} view={view} />
        </Suspense>
      )}
      <TextPageGuides kind={kind} size={size} />
      {!plays && !row && <PagePaper {...{ kind, page: good, work, isEmpty, size, view }} />}
      {!plays && <TextPageOverlay {...{ kind, page: good, work, size, view }} />}
    </>
  );
}

const isOpaque = (color: string | undefined): boolean => /^#(?:[\da-f]{3}){1,2}$/i.test(color ?? '');

/** Returns the most recent text that can be drawn. */
function useLastGood(tab: number, text: string): string {
  const good = useRef('');
  if (!findPartProblem(tab, text)) good.current = text;
  return good.current;
}

/** Guides that show the areas inside the paddings; hidden from screen readers. */
function TextPageGuides({ kind, size }: Pick<TextPageStageProps, 'kind' | 'size'>) {
  const [main, author] = kind.document.use((state) => state.items);
  const [watermark] = useWatermark(kind);
  if (!main || !author || !(main.style.showGuides || author.style.showGuides)) return null;
  const style = { main: main.style, author: author.style };
  const areas = kind.areasOf(style, size, watermark);
  return (
    <svg
      className="text-page-guides"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {pageParts.map((part) => style[part].showGuides && <Guide key={part} part={part} area={areas[part]} />)}
    </svg>
  );
}

function Guide({ part, area: { left, top, width, height } }: { part: PagePart; area: TextArea }) {
  const path = [
    `M${left} ${top}h${width}v${height}h${-width}Z`,
    `M${left + width / 2} ${top}v${height}`,
    `M${left} ${top + height / 2}h${width}`,
  ].join('');
  return (
    <g data-part={part}>
      <path className="text-page-guide-halo" d={path} />
      <path className="text-page-guide" d={path} />
    </g>
  );
}
