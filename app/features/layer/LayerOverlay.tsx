import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { LayerParameters } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { BoxOverlay } from '../../parts/stage/BoxOverlay.tsx';
import type { StageView } from '../../parts/stage/stage-view.ts';
import { FadeSlider } from './FadeSlider.tsx';
import { placedTop, placeOf, type TopPlace } from './placing.ts';

interface LayerOverlayProps {
  readonly view: StageView;
  readonly top: Size;
  readonly bottom: Size;
  /** As they were before the drag that is going on, and as they are shown. */
  readonly settled: LayerParameters;
  readonly shown: LayerParameters;
  /** What is shown and not yet kept; nothing where it is to be as it was. */
  readonly onDraft: (draft: Partial<LayerParameters> | undefined) => void;
  readonly onCommit: (change: Partial<LayerParameters>) => void;
}

const NOTHING_ELSE = [] as const;

/** What takes hold of the top over the bottom: dragged, scaled, turned, and faded by a slider or the digits. */
export function LayerOverlay({ view, top, bottom, settled, shown, onDraft, onCommit }: LayerOverlayProps) {
  const { t } = useTranslation();
  // A key places and settles in one go, before anything is drawn anew.
  const draft = useRef<TopPlace>();
  const placed = placedTop(top, bottom, shown);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the group inside takes the focus
    <div
      className="layer-hold"
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (ctrlKey || metaKey || altKey || !/^[0-9]$/.test(key)) return;
        onCommit({ opacity: key === '0' ? 1 : Number(key) / 10 });
      }}
    >
      <BoxOverlay
        view={view}
        size={bottom}
        placed={placed}
        outside="nothing"
        free
        keepsRatio
        others={NOTHING_ELSE}
        label={t('layer.hold')}
        hint={`${t('common.boxKeys')} ${t('layer.fadeKeys')}`}
        onPlace={(placed) => {
          draft.current = placeOf(placed, top, bottom, settled);
          onDraft(draft.current);
        }}
        onSettle={() => {
          if (draft.current) onCommit(draft.current);
          draft.current = undefined;
        }}
        onCancel={() => {
          draft.current = undefined;
          onDraft(undefined);
        }}
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
