import { Blend } from 'lucide-react';
import { useId } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, boxHeight, boxWidth, rotatedBounds } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import type { LayerParameters } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { type DraftHandlers, useDraft } from '../../ui/stage/use-draft.ts';
import { useThumbnail } from './LayerSource.tsx';
import { isOutside, layerPlacement, placedTop, type TopPlace } from './placing.ts';

interface LayerOverlayProps extends DraftHandlers<Partial<LayerParameters>> {
  readonly view: StageView;
  readonly top: Size;
  readonly bottom: Size;
  /** Layer parameters before the current drag. `shown` are the parameters including the current drag. */
  readonly committed: LayerParameters;
  readonly shown: LayerParameters;
}

const NOTHING_ELSE = [] as const;

export function LayerOverlay({ view, top, bottom, committed, shown, onDraft, onCommit }: LayerOverlayProps) {
  const { t } = useTranslation(['app', 'stage']);
  const { show, commit, cancel } = useDraft<TopPlace>({ onDraft, onCommit });
  const placed = placedTop(top, bottom, shown);
  const isCut = isOutside(placed, bottom);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the group inside receives the focus
    <div
      className="layer-hold"
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (ctrlKey || metaKey || altKey || !/^[0-9]$/.test(key)) return;
        onCommit({ opacity: key === '0' ? 1 : Number(key) / 10 });
      }}
    >
      {isCut && <OutsideCanvas placed={placed} bottom={bottom} scale={view.scale} />}
      <BoxOverlay
        view={view}
        size={bottom}
        placed={placed}
        outside="nothing"
        free
        keepsRatio
        others={NOTHING_ELSE}
        label={t('layer.hold')}
        hint={`${t('stage:boxKeys')} ${t('stage:layer.fadeKeys')}`}
        onPlace={(placed) => show(layerPlacement(placed, top, bottom, committed))}
        onCommit={commit}
        onCancel={cancel}
      />
      <FadeSlider
        label={t('layer.fade')}
        placed={placed}
        bottom={bottom}
        scale={view.scale}
        opacity={shown.opacity ?? layer.params.opacity.default}
        onChange={(opacity) => onDraft({ opacity })}
        onChangeEnd={(opacity) => onCommit({ opacity })}
      />
    </div>
  );
}

/** Shows the canvas's edge, and faintly the part of the top layer beyond it, which isn't in the result. */
function OutsideCanvas({
  placed: { box, rotation },
  bottom,
  scale,
}: Pick<FadeSliderProps, 'placed' | 'bottom' | 'scale'>) {
  const url = useThumbnail('top');
  const clip = useId();
  const [width, height] = [bottom.width * scale, bottom.height * scale];
  const center = boxCenter(box);
  return (
    <svg className="layer-canvas" aria-hidden="true">
      <clipPath id={clip}>
        <path clipRule="evenodd" d={`M${-FAR} ${-FAR}H${FAR}V${FAR}H${-FAR}ZM0 0H${width}V${height}H0Z`} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <image
          className="layer-outside"
          href={url}
          x={box.left * scale}
          y={box.top * scale}
          width={boxWidth(box) * scale}
          height={boxHeight(box) * scale}
          preserveAspectRatio="none"
          transform={`rotate(${rotation} ${center.x * scale} ${center.y * scale})`}
        />
      </g>
      <rect width={width} height={height} />
    </svg>
  );
}

/** Distance in CSS pixels to which the part outside the canvas is drawn. */
const FAR = 10_000;

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

function FadeSlider({ label, placed, bottom, scale, opacity, onChange, onChangeEnd }: FadeSliderProps) {
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
