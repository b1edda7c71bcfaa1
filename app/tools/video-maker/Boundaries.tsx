import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useDrag } from '../../ui/stage/drag.ts';
import type { MakerSettings } from './maker.ts';
import { useSecondsText } from './seconds-text.ts';
import type { Boundary } from './storyboard.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface BoundariesProps {
  readonly screen: VideoScreenWork;
  readonly boundaries: readonly Boundary[];
  /** Duration of the whole time axis. */
  readonly seconds: number;
}

/** Handles on a time axis. Each handle changes a setting by dragging and by keyboard. */
export function Boundaries({ boundaries, ...props }: BoundariesProps) {
  return boundaries.map((boundary) => (
    <Handle key={`${boundary.name} ${boundary.images}`} boundary={boundary} {...props} />
  ));
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function Handle({ screen, boundary, seconds }: Omit<BoundariesProps, 'boundaries'> & { readonly boundary: Boundary }) {
  const translate = useDeclaredWords();
  const secondsText = useSecondsText();
  const drag = useDrag();
  const value = useVideoDocument(screen).settings[boundary.name];
  const { name, images, at, min, max, step, valueAt } = boundary;
  const set = (next: number) => screen.changeSettings({ [name]: next } as Partial<MakerSettings>, name);
  const moveTo = (time: number) => set(valueAt(Math.min(max, Math.max(min, time))));
  const label = translate(`parameters.${screen.maker.operation.id}.${name}`);
  return (
    <span
      className="boundary"
      title={`${label}: ${secondsText(value)}`}
      style={{ insetInlineStart: `${Math.min(1, Math.max(0, at / seconds)) * 100}%` }}
      data-name={name}
      role="slider"
      // The images of a slideshow share one duration, so only the first of their handles is in the tab order.
      tabIndex={images === 1 ? 0 : -1}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={at}
      aria-valuetext={secondsText(value)}
      onPointerDown={(press) => {
        press.currentTarget.focus({ preventScroll: true });
        const { width } = press.currentTarget.parentElement?.getBoundingClientRect() ?? { width: 1 };
        drag.start(press, {
          move: ({ clientX }) => moveTo(at + ((clientX - press.clientX) / width) * seconds),
          end: (keep) => !keep && set(value),
        });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return void drag.cancel();
        const steps = KEYS[event.key];
        if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        moveTo(at + steps * step);
      }}
    />
  );
}
