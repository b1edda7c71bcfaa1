import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { LayerParameters } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { BoxOverlay } from '../../ui/stage/BoxOverlay.tsx';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { type DraftHandlers, useDraft } from '../../ui/stage/use-draft.ts';
import { FadeSlider } from './FadeSlider.tsx';
import { layerPlacement, placedTop, type TopPlace } from './placing.ts';

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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the group inside receives the focus
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
