import { Blend } from 'lucide-react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, rotatedBounds } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { layer } from '#core/operations/layer.ts';
import './layer.css';

interface FadeSliderProps {
  readonly label: string;
  /** Rectangle of the top layer, in pixels of the bottom layer. */
  readonly placed: PlacedBox;
  readonly bottom: Size;
  readonly scale: number;
  readonly opacity: number;
  readonly onChange: (opacity: number) => void;
  readonly onChangeEnd: (opacity: number) => void;
}

/** Size of the slider and its distance from the layer in CSS pixels. Must match layer.css. */
const SLIDER = { width: 148, height: 44, gap: 12 } as const;

export function FadeSlider({ label, placed, bottom, scale, opacity, onChange, onChangeEnd }: FadeSliderProps) {
  const { min, max, step } = layer.params.opacity;
  const below = rotatedBounds(placed.box, placed.rotation).bottom * scale + SLIDER.gap;
  const within = (at: number, length: number, room: number) => Math.max(0, Math.min(at, room - length));
  return (
    <div
      className="fade-slider"
      style={{
        left: within(boxCenter(placed.box).x * scale - SLIDER.width / 2, SLIDER.width, bottom.width * scale),
        top: within(below, SLIDER.height, bottom.height * scale),
      }}
    >
      <Blend aria-hidden="true" strokeWidth={1.75} />
      <Slider
        className="slider"
        aria-label={label}
        value={opacity}
        minValue={min}
        maxValue={max}
        step={step}
        formatOptions={PERCENT}
        onChange={(next) => onChange(next as number)}
        onChangeEnd={(next) => onChangeEnd(next as number)}
      >
        <SliderTrack className="slider-track">
          {({ state }) => (
            <>
              <div className="slider-rail" />
              <div
                className="slider-fill"
                style={{ insetInlineStart: 0, inlineSize: `${state.getThumbPercent(0) * 100}%` }}
              />
              <SliderThumb className="slider-thumb" />
            </>
          )}
        </SliderTrack>
      </Slider>
    </div>
  );
}

const PERCENT: Intl.NumberFormatOptions = { style: 'percent' };
