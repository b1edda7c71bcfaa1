import '../parts.css';
import { type KeyboardEvent, useId } from 'react';
import { type Position, positions } from '#core/geometry/positions.ts';
import { useDeclaredWords } from './declared-words.ts';

interface PositionPadProps {
  readonly label: string;
  readonly value: Position | undefined;
  readonly onChange: (value: Position) => void;
  /** Option beside the pad for a text that has no position of its own. */
  readonly automatic?: { readonly label: string; readonly onChoose: () => void };
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Nine positions as one radio group, in which the arrow keys move in both directions. */
export function PositionPad({ label, value, onChange, automatic }: PositionPadProps) {
  const translate = useDeclaredWords();
  const name = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const radios = [...event.currentTarget.querySelectorAll('input')];
    const at = radios.indexOf(event.target as HTMLInputElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const inside = (index: number) => Math.min(2, Math.max(0, index));
    const next = inside(Math.floor(at / 3) + step[1]) * 3 + inside((at % 3) + step[0]);
    radios[next]?.focus();
    onChange(positions[next] ?? 'center');
  };
  return (
    <div className="position-field" role="radiogroup" aria-labelledby={`${name}-label`}>
      <span id={`${name}-label`} className="field-label">
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the radio buttons inside */}
      <div className="position-pad" onKeyDown={onKeyDown}>
        {positions.map((position) => (
          <input
            key={position}
            type="radio"
            name={name}
            aria-label={translate(`choices.write-texts.anchor.${position}`)}
            checked={position === value}
            onChange={() => onChange(position)}
          />
        ))}
      </div>
      {automatic && (
        <label className="position-automatic">
          <input type="radio" name={name} checked={value === undefined} onChange={automatic.onChoose} />
          {automatic.label}
        </label>
      )}
    </div>
  );
}
