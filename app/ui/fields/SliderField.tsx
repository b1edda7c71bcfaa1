import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import type { NumberField as NumberFieldDeclaration } from '#core/parameters/fields.ts';
import { NumberField } from './NumberField.tsx';

interface SliderFieldProps {
  readonly label: string;
  readonly field: NumberFieldDeclaration;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** Called when the visitor releases the slider's thumb, and after keyboard changes. */
  readonly onChangeEnd?: (value: number) => void;
  readonly disabled?: boolean;
}

/** A slider and a number field for the same value. A double-click on the slider restores the default. */
export function SliderField({ label, field, value, onChange, onChangeEnd, disabled }: SliderFieldProps) {
  const commit = (next: number) => {
    onChange(next);
    onChangeEnd?.(next);
  };
  const origin = originOf(field);
  return (
    <div className="slider-field">
      <Slider
        className="slider"
        value={value}
        onChange={(next) => onChange(next as number)}
        onChangeEnd={(next) => onChangeEnd?.(next as number)}
        minValue={field.min}
        maxValue={field.max}
        step={field.step}
        isDisabled={disabled}
      >
        <Label className="field-label">{label}</Label>
        <SliderTrack
          className="slider-track"
          onDoubleClick={() => field.default !== undefined && commit(field.default)}
        >
          {({ state }) => (
            <>
              <div className="slider-rail" />
              {origin > 0 && <div className="slider-mark" style={{ insetInlineStart: `${origin * 100}%` }} />}
              <div className="slider-fill" style={fillBetween(state.getThumbPercent(0), origin)} />
              <SliderThumb className="slider-thumb" />
            </>
          )}
        </SliderTrack>
      </Slider>
      <NumberField label={label} field={field} value={value} onChange={commit} disabled={disabled} hideLabel />
    </div>
  );
}

/** Returns where the filled track starts, 0 to 1: at zero if the range has both signs, otherwise at the minimum. */
function originOf({ min, max }: NumberFieldDeclaration): number {
  return min < 0 && max > 0 ? -min / (max - min) : 0;
}

function fillBetween(thumb: number, origin: number): React.CSSProperties {
  return {
    insetInlineStart: `${Math.min(thumb, origin) * 100}%`,
    inlineSize: `${Math.abs(thumb - origin) * 100}%`,
  };
}
