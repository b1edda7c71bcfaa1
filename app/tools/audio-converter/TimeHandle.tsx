import './time-handle.css';
import { useDrag } from '../../ui/stage/drag.ts';

interface TimeHandleProps {
  readonly label: string;
  readonly valueText: string;
  /** Seconds on the time axis: the place of the handle, its range, and the step of an arrow key. */
  readonly at: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Duration of the whole time axis. */
  readonly seconds: number;
  /** End of a part that the handle moves. Handles at the ends of the axis extend inward. */
  readonly edge?: 'start' | 'end' | undefined;
  /** True to show `valueText` beside the handle. */
  readonly showsTime?: boolean;
  /** True for a handle that the Tab key skips. */
  readonly isSkipped?: boolean;
  readonly moveTo: (time: number) => void;
  /** Called when a drag is canceled. */
  readonly restore: () => void;
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

/** A handle on a time axis, which moves by dragging and by keyboard. */
export function TimeHandle(props: TimeHandleProps) {
  const { label, valueText, at, min, max, step, seconds, edge, showsTime, isSkipped, restore } = props;
  const drag = useDrag();
  const percent = Math.min(1, Math.max(0, at / seconds)) * 100;
  const moveTo = (time: number) => props.moveTo(Math.min(max, Math.max(min, time)));
  return (
    <span
      className="boundary"
      title={`${label}: ${valueText}`}
      style={{ insetInlineStart: `${percent}%` }}
      data-edge={edge}
      role="slider"
      tabIndex={isSkipped ? -1 : 0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={at}
      aria-valuetext={valueText}
      onPointerDown={(press) => {
        press.currentTarget.focus({ preventScroll: true });
        const { width } = press.currentTarget.parentElement?.getBoundingClientRect() ?? { width: 1 };
        drag.start(press, {
          move: ({ clientX }) => moveTo(at + ((clientX - press.clientX) / width) * seconds),
          end: (keep) => !keep && restore(),
        });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return void drag.cancel();
        const steps = KEYS[event.key];
        if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        moveTo(at + steps * step);
      }}
    >
      {/* The translation keeps the time on the axis. */}
      {showsTime && (
        <span className="boundary-time tabular" style={{ translate: `${-percent}%` }}>
          {valueText}
        </span>
      )}
    </span>
  );
}
