import { Hand } from 'lucide-react';
import {
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import { needWords } from '../../locales/i18n.ts';
import { Button } from '../Button.tsx';
import { usePanning } from './panning.ts';
import { StageZoom } from './StageZoom.tsx';
import { StagePending } from './stage-pending.ts';
import { type StageView, useStageView } from './stage-view.ts';

await needWords('stage');

interface StageProps {
  readonly size: Size | undefined;
  readonly children: ReactNode;
  readonly overlay?: (view: StageView) => ReactNode;
  readonly empty: ReactNode;
  readonly busy?: boolean;
  readonly tools?: ReactNode;
  readonly row?: ReactNode;
  readonly cover?: ReactNode;
  /** True if drags on the image draw or move objects. The hand tool then appears. */
  readonly canDraw?: boolean;
}

export function Stage(props: StageProps) {
  const { size, children, overlay, empty, busy = false, tools, row, cover, canDraw } = props;
  const { t } = useTranslation(['app', 'stage']);
  const viewport = useRef<HTMLDivElement>(null);
  const view = useStageView(viewport, size);
  const [wantsHand, setHand] = useState(false);
  const hand = wantsHand && !view.fits;
  const panning = usePanning(viewport, hand, !size);
  useFocusAfterOpening(viewport, size !== undefined);
  return (
    <section className="stage">
      <Viewport
        viewportRef={viewport}
        busy={busy}
        tabIndex={size ? 0 : -1}
        aria-label={t('common.preview')}
        data-zoomed={!view.fits || undefined}
        data-hand={hand || panning.byKey || undefined}
        onPointerDownCapture={panning.onPress}
        // Prevents the browser's autoscroll when the middle button is pressed.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        style={size && { padding: view.padding }}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
          if (event.key === '+') view.zoomBy(1);
          else if (event.key === '-') view.zoomBy(-1);
          else if (event.key === '0') view.fit();
        }}
      >
        {size ? (
          <div
            className="stage-picture checkerboard"
            style={{ width: size.width * view.scale, height: size.height * view.scale }}
            data-pixelated={view.scale >= 2 || undefined}
          >
            {children}
            {overlay?.(view)}
          </div>
        ) : (
          empty
        )}
      </Viewport>
      {size && row}
      <div className="stage-bar">
        <p className="stage-size tabular">
          {size ? t('common.imageSize', { width: size.width, height: size.height }) : ' '}
        </p>
        {tools}
        <div className="stage-zoom">
          {canDraw && (
            <Button
              look="quiet"
              iconOnly
              icon={Hand}
              aria-pressed={hand}
              onClick={() => setHand(!hand)}
              disabled={!size}
              waiting={view.fits}
            >
              {t('stage:hand')}
            </Button>
          )}
          <StageZoom view={view} disabled={!size} />
        </div>
      </div>
      {cover}
    </section>
  );
}

/** Moves the focus to the image area after the focused button has opened an image and has disappeared. */
function useFocusAfterOpening(viewport: RefObject<HTMLElement>, hasImage: boolean): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    const before = last.current;
    if (!hasImage || !(before instanceof Element)) return;
    const hasFallen = document.activeElement === document.body || !document.activeElement?.isConnected;
    if (hasFallen && (!before.isConnected || before.matches(':disabled')))
      viewport.current?.focus({ preventScroll: true });
  }, [viewport, hasImage]);
}

interface ViewportProps extends HTMLAttributes<HTMLDivElement> {
  readonly viewportRef: Ref<HTMLDivElement>;
  readonly busy: boolean;
}

/** Sets `aria-busy` until the image is painted. A separate component, because the busy state changes often. */
function Viewport({ viewportRef, busy, children, ...props }: ViewportProps) {
  const [pending, setPending] = useState(0);
  const count = useCallback((by: 1 | -1) => setPending((before) => before + by), []);
  return (
    <div
      ref={viewportRef}
      className="stage-viewport"
      role="group"
      aria-busy={busy || pending > 0 || undefined}
      {...props}
    >
      <StagePending.Provider value={count}>{children}</StagePending.Provider>
    </div>
  );
}
