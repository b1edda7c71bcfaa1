import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacedBox } from '#app/ui/editing/snapping.ts';
import { boxCenter, boxHeight, boxWidth } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import type { LayerParameters } from '#core/image/layer.ts';
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
    </div>
  );
}

interface OutsideCanvasProps {
  /** Rectangle of the top layer, in pixels of the bottom layer. */
  readonly placed: PlacedBox;
  readonly bottom: Size;
  readonly scale: number;
}

/** Shows the canvas's edge, and faintly the part of the top layer beyond it, which isn't in the result. */
function OutsideCanvas({ placed: { box, rotation }, bottom, scale }: OutsideCanvasProps) {
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
