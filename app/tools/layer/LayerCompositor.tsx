import { Expand, ImageMinus, ImagePlus, Shrink } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { type BlendModeId, blendGroups, blendModes } from '#core/image/blend/blend-modes.ts';
import type { LayerParameters } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { removeBackground } from '#core/operations/remove-background.ts';
import { LazyBatchCard, LazyBatchStrip, LazyFolderButton } from '../../batch/LazyBatch.tsx';
import { useDocumentHistory } from '../../image-tool/history-actions.ts';
import { openSampleWith } from '../../image-tool/samples.ts';
import type { IntakeMethod } from '../../intake/arrivals.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { GpuNote } from '../../preview/GpuNote.tsx';
import {
  createCoreLayerPainter,
  createGpuLayerPainter,
  type LayerPainter,
  type LayerScene,
  resultLayer,
} from '../../preview/layer-painter.ts';
import { nextFrame, usePainter } from '../../preview/use-painter.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { ToolFrame } from '../../ui/screen/ToolFrame.tsx';
import { useUndoShortcuts } from '../../ui/shortcuts.ts';
import { DropTarget, EmptyStage } from '../../ui/stage/DropStage.tsx';
import { Stage } from '../../ui/stage/Stage.tsx';
import { useStageDrawing } from '../../ui/stage/stage-pending.ts';
import { changesImage } from '../../workers/work.ts';
import { CLEARED, CUT_OUT, changeSettings, type LayerSettings, layerIds, OPENED, PLACED, SWAPPED } from './document.ts';
import { LayerActions } from './LayerActions.tsx';
import { LayerOverlay } from './LayerOverlay.tsx';
import { chooseImage, LayerSource } from './LayerSource.tsx';
import { layerImages, layerScreen } from './layer-screen-work.ts';
import { centeredPlace, isOutside, placedTop } from './placing.ts';
import { layerTool } from './tool.ts';
import { restoreLayers, useLayerFiles } from './use-layer-files.ts';
import { useScaledPlacement } from './use-scaled-placement.ts';

const TOOL = 'layer';
const { document: composition } = layerScreen;

async function openSamples(): Promise<void> {
  await openSampleWith(layerTool.samples[0], (file) => layerScreen.openFile('bottom', file));
  await openSampleWith(layerTool.samples[1], (file) => layerScreen.openFile('top', file));
}

/** The parameters, with blend mode and opacity before the placement. */
const { blendMode, opacity, ...placing } = layer.params;
const FIELDS = { blendMode, opacity, ...placing };

const FIRST_VIEW: { readonly view: LayerParameters['view'] } = { view: 'combined' };
const restoreView = (stored: object) => ({
  view: layer.params.view.options.find((id) => id === getOwnProperty(stored, 'view')) ?? FIRST_VIEW.view,
});

type Translate = ReturnType<typeof useTranslation<['app', 'core', 'stage']>>['t'];

/** Returns the name of an undo step, such as a setting's name. */
function changeName(label: string, t: Translate, translate: ReturnType<typeof useDeclaredWords>): string | undefined {
  for (const id of layerIds) {
    if (label === OPENED[id]) return t('stage:layer.opening', { layer: t(`layer.${id}`) });
    if (label === CLEARED[id]) return t('stage:layer.clearing', { layer: t(`layer.${id}`) });
  }
  if (label === CUT_OUT) return t('stage:layer.cuttingOut');
  if (label === PLACED) return t('stage:layer.placing');
  if (label === SWAPPED) return t('stage:layer.swapping');
  return Object.hasOwn(layer.params, label) ? translate(`parameters.layer.${label}`) : undefined;
}

export function LayerCompositor() {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const isLarge = useLargeScreen();
  const translate = useDeclaredWords();
  const { tab, select, openFiles } = useLayerFiles();
  useOfferActions(
    layerIds.map((id) => ({
      id: `open-${id}`,
      label: t(`layer.${id}`),
      run: () => select(id),
      disabled: id === tab,
    })),
  );
  const [{ view }, store] = useToolSettings(TOOL, 'settings', FIRST_VIEW, restoreView);
  const { settings } = composition.use(({ history }) => history.present);
  const params = useMemo(() => ({ ...settings, view }), [settings, view]);
  const change = useCallback(
    ({ view, ...next }: Partial<LayerParameters>, control?: string) => {
      if (view !== undefined) store({ view });
      const [name = PLACED, ...others] = Object.keys(next);
      composition.change(others.length > 0 ? PLACED : name, changeSettings(next), control);
    },
    [store],
  );
  const amend = useCallback((next: Partial<LayerSettings>) => composition.amend(changeSettings(next)), []);
  useUndoShortcuts(composition.undo, composition.redo);
  const historyActions = useDocumentHistory(composition, (label) => changeName(label, t, translate));
  // Blend mode under the pointer or focus while the list is open. The preview shows this blend mode.
  const [looked, setLooked] = useState<BlendModeId>();
  const [draft, setDraft] = useState<Partial<LayerParameters>>();
  const { layers, loading, idle, changing, restored } = layerScreen.use(
    useShallow(({ layers, loading, busy, restored }) => ({
      layers,
      loading,
      restored,
      idle: !busy,
      changing: !restored || loading || (busy !== undefined && changesImage(busy)),
    })),
  );
  useOfferActions([
    {
      id: removeBackground.id,
      label: t('core:operations.remove-background.name'),
      icon: ImageMinus,
      run: () => void layerScreen.removeBackground(),
      disabled: !layers.top || changing || !idle,
    },
  ]);
  useEffect(() => void restoreLayers(), []);
  useArrivals(
    TOOL,
    useCallback(
      (files: readonly File[], method: IntakeMethod) =>
        void openFiles(files, method === 'paste' ? 'imagePaste' : undefined),
      [openFiles],
    ),
  );
  const openFile = (file: File) => void openFiles([file]);
  const openChosen = (files: readonly File[]) => void openFiles(files);
  const images = useMemo(() => layerImages(layers), [layers]);
  useScaledPlacement(images.bottom, params, amend);
  const batchProps = { stage: layerScreen, tool: TOOL, settings: { recipe: () => layerScreen.steps(params) }, idle };
  const size = resultLayer(images, params.view);
  const shown = { ...params, ...draft };
  const scene = { layers: images, params: { ...shown, blendMode: looked ?? params.blendMode } };
  const ready = size !== undefined && !loading;
  const { top, bottom } = images;
  const blends = Boolean(top && bottom);
  const missing = changing || blends ? undefined : bottom ? 'top' : top && 'bottom';
  const isCut = top && bottom && shown.view === 'combined' && isOutside(placedTop(top, bottom, shown), bottom);
  const blendModeField = (
    <ChoiceField
      label={translate('parameters.layer.blendMode')}
      groups={blendGroups.map((group) => ({
        id: group,
        label: translate(`groups.layer.blendMode.${group}`),
        options: blendModes
          .filter((mode) => mode.group === group)
          .map(({ id }) => ({ id, label: translate(`choices.layer.blendMode.${id}`) })),
      }))}
      value={params.blendMode}
      onChange={(blendMode: BlendModeId) => change({ blendMode })}
      onHighlight={setLooked}
    />
  );
  const viewRow = (
    <ChoiceRow
      label={translate('parameters.layer.view')}
      options={layer.params.view.options.map((id) => ({
        id,
        label: translate(`choices.layer.view.${id}`),
      }))}
      value={params.view}
      onChange={(view) => store({ view })}
      disabled={!ready}
    />
  );
  return (
    <DropTarget onFile={openFile} onFiles={openChosen}>
      <ToolFrame
        tool={TOOL}
        filled={size !== undefined}
        empty={restored && size === undefined}
        history={historyActions}
        idle={idle}
        warnings={layerIds.flatMap((id) => layers[id]?.info.warnings ?? [])}
        tabs={<LayerSource tool={TOOL} tab={tab} onTab={select} idle={idle} />}
        stage={
          <Stage
            size={size}
            busy={changing}
            canDraw
            overlay={(view) =>
              params.view !== 'combined' ? null : missing ? (
                <div className="layer-next">
                  <Button
                    icon={ImagePlus}
                    onClick={() => chooseImage((file) => void layerScreen.openFile(missing, file))}
                  >
                    {t(`stage:layer.add.${missing}`)}
                  </Button>
                </div>
              ) : top && bottom ? (
                <LayerOverlay
                  view={view}
                  top={top}
                  bottom={bottom}
                  committed={params}
                  shown={shown}
                  onDraft={setDraft}
                  onCommit={(next) => {
                    setDraft(undefined);
                    change(next);
                  }}
                />
              ) : null
            }
            empty={
              <EmptyStage
                openFile={openFile}
                openFiles={openChosen}
                more={<LazyFolderButton openFiles={openChosen} />}
                openSample={() => {
                  select('top');
                  void openSamples();
                }}
                loading={!idle || !restored}
                accept="image/*"
              />
            }
            tools={
              <>
                {isLarge && viewRow}
                <GpuNote />
              </>
            }
          >
            <LayerPreview scene={scene} label={translate(`choices.layer.view.${params.view}`)} />
          </Stage>
        }
        strip={<LazyBatchStrip {...batchProps} />}
        actions={<LayerActions params={params} change={change} ready={ready} idle={idle} />}
        panel={
          <>
            {(blends || !isLarge) && (
              <SidePanel tool={TOOL}>
                {blends && (
                  <>
                    <ParameterFields
                      operation={layer.id}
                      fields={FIELDS}
                      values={shown}
                      onChange={(name, value, control) =>
                        // A new anchor resets the offsets, which refer to the previous anchor.
                        change({ [name]: value, ...(name === 'anchor' && { offsetX: 0, offsetY: 0 }) }, control)
                      }
                      elsewhere={layerTool.setElsewhere.layer}
                      custom={{ blendMode: blendModeField }}
                    />
                    <div className="action-group">
                      {(['fit', 'fill'] as const).map((how) => (
                        <Button
                          key={how}
                          icon={how === 'fit' ? Shrink : Expand}
                          onClick={() => top && bottom && change(centeredPlace(how, top, bottom, params.rotation ?? 0))}
                        >
                          {t(`layer.${how}`)}
                        </Button>
                      ))}
                    </div>
                  </>
                )}
                {isCut && bottom && (
                  <p className="panel-note" role="status">
                    {t('stage:layer.outside', { width: bottom.width, height: bottom.height })}
                  </p>
                )}
                {!isLarge && viewRow}
                {blends && <p className="panel-note">{t('stage:layer.centered')}</p>}
                <p className="panel-note">{t('stage:layer.maskNote')}</p>
              </SidePanel>
            )}
            <LazyBatchCard {...batchProps} />
          </>
        }
      />
    </DropTarget>
  );
}

function LayerPreview({ scene, label }: { scene: LayerScene; label: string }) {
  const { canvas, painter, kind } = usePainter<LayerPainter>(createGpuLayerPainter, createCoreLayerPainter);
  useStageDrawing(painter && JSON.stringify(scene), async (signal) => {
    await nextFrame();
    if (!signal.aborted) await painter?.show(scene);
  });
  return <canvas key={kind} ref={canvas} className="stage-canvas" role="img" aria-label={label} />;
}
