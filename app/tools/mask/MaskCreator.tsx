import { useNavigate } from '@remix-run/react';
import { Blend, Bookmark, Download, Layers, Scissors } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { Size } from '#core/geometry/point.ts';
import { DEFAULT_MASK_SIZE } from '#core/image/make-mask.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useCopyActions } from '../../image-tool/common-actions.ts';
import { useHistoryActions } from '../../image-tool/history-actions.ts';
import { openSampleWith } from '../../image-tool/samples.ts';
import { useArrivals } from '../../intake/use-arrivals.ts';
import { showError } from '../../messages/errors.ts';
import { pasteStep } from '../../recipes/paste-recipe.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { isAccepted } from '../../ui/accepted-pictures.ts';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { SliderField } from '../../ui/fields/SliderField.tsx';
import { ActionBar } from '../../ui/screen/ActionBar.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { StatusLine } from '../../ui/screen/StatusLine.tsx';
import { ToolFrame } from '../../ui/screen/ToolScreen.tsx';
import { useUndoShortcuts } from '../../ui/shortcuts.ts';
import { pickFile } from '../../ui/skipped-files.ts';
import { DropTarget, EmptyStage } from '../../ui/stage/DropStage.tsx';
import { Stage } from '../../ui/stage/Stage.tsx';
import { changesPicture } from '../../workers/work.ts';
import { MaskSource, type MaskTab, maskTabs } from './MaskSource.tsx';
import { MaskSurface } from './MaskSurface.tsx';
import { maskSession } from './mask-session.ts';
import { isCheckerboard } from './mask-state.ts';
import { PenOverlay } from './PenOverlay.tsx';
import { penFields } from './stored-mask.ts';
import { usePenKeys } from './use-pen-keys.ts';
import './mask.css';
import { maskTool } from './tool.ts';

const TOOL = 'mask_creator';
const { fields } = makeMask.params.strokes.item;

/** Returns the default pen, scaled up for masks larger than the default size. */
const initialPen = (size: Size = DEFAULT_MASK_SIZE): Pen => {
  const growth = Math.max(size.width, size.height) / Math.max(DEFAULT_MASK_SIZE.width, DEFAULT_MASK_SIZE.height);
  return {
    tool: 'pen',
    gray: fields.gray.default,
    widthPx: Math.min(fields.widthPx.max, Math.round(fields.widthPx.default * Math.max(1, growth))),
    feather: fields.feather.default,
  };
};

const FIRST_TAB: { readonly tab: MaskTab } = { tab: 'create' };
const restoreTab = (stored: object) => ({
  tab: maskTabs.find((tab) => tab === getOwnProperty(stored, 'tab')) ?? FIRST_TAB.tab,
});
/** Restores only values that the visitor has changed. */
const restorePen = (stored: object): Partial<Pen> =>
  Object.fromEntries(Object.entries(restoreValues(penFields, stored)).filter(([name]) => Object.hasOwn(stored, name)));

async function openInLayer(): Promise<boolean> {
  try {
    const [file, { layerSession }] = await Promise.all([maskSession.file(), import('../layer/layer-session.ts')]);
    // Restores the layer session first, or the stored mask would replace the new mask.
    await layerSession.restore();
    if (file) await layerSession.openFile('mask', file);
    return file !== undefined;
  } catch (error) {
    showError(error);
    return false;
  }
}

export function MaskCreator() {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const translate = useDeclaredWords();
  const copyActions = useCopyActions();
  const [{ tab }, setTab] = useToolSettings(TOOL, 'source', FIRST_TAB, restoreTab);
  const { mask, base, canUndo, canRedo, idle, changing, restored, painting } = maskSession.use(
    useShallow(({ mask, base, log, floor, earlier, later, busy, restored, painting }) => ({
      mask,
      base,
      canUndo: log.done > floor || earlier.length > 0,
      canRedo: log.done < log.actions.length || later.length > 0,
      restored,
      painting,
      idle: !busy,
      changing: !restored || (busy !== undefined && changesPicture(busy)),
    })),
  );
  const [pen, setPen] = useToolSettings<Pen>(TOOL, 'pen', initialPen(mask?.start), restorePen);
  const changed = usePenKeys(pen, setPen, mask !== undefined);
  const navigate = useNavigate();
  useEffect(() => void maskSession.restore(), []);
  const openFile = tab === 'mask' ? maskSession.openMaskFile : maskSession.openBaseFile;
  useArrivals(
    TOOL,
    useCallback(
      async (files: readonly File[]) => {
        const file = pickFile(files, isAccepted);
        await maskSession.restore();
        if (file) await openFile(file);
      },
      [openFile],
    ),
  );
  useUndoShortcuts(maskSession.undo, maskSession.redo);
  const historyActions = useHistoryActions({
    undo: () => void maskSession.undo(),
    redo: () => void maskSession.redo(),
    canUndo,
    canRedo,
  });

  const ready = mask !== undefined;
  const stretched =
    mask &&
    base &&
    'blob' in base.source &&
    (base.info.width !== mask.start.width || base.info.height !== mask.start.height);
  return (
    <DropTarget onFile={(file) => void openFile(file)}>
      <ToolFrame
        title={t('core:operations.make-mask.name')}
        lead={t('mask_creator.summary')}
        filled={ready}
        warnings={[...(base?.info.warnings ?? []), ...(mask?.warnings ?? [])]}
        line={<h2 className="tool-subtitle mask-heading">{t('mask_creator.drawOnMask')}</h2>}
        tabs={<MaskSource tool={TOOL} tab={tab} onTab={(next) => setTab({ tab: next })} idle={idle} />}
        stage={
          <>
            <p className="sr-only" role="status">
              {changed}
            </p>
            <Stage
              size={mask?.start}
              busy={changing}
              canDraw
              overlay={(view) => mask && <PenOverlay scale={view.scale} size={mask.start} pen={pen} idle={idle} />}
              empty={
                <EmptyStage
                  openFile={(file) => void openFile(file)}
                  openSample={() => void openSampleWith(maskTool.samples[0], openFile)}
                  loading={!idle || !restored}
                />
              }
              tools={
                <ChoiceRow
                  label={t('mask_creator.tool')}
                  options={(['pen', 'eraser'] as const).map((id) => ({ id, label: t(`mask_creator.${id}`) }))}
                  value={pen.tool}
                  onChange={(tool) => setPen({ tool })}
                  disabled={!ready}
                />
              }
            >
              <MaskSurface />
            </Stage>
          </>
        }
        actions={
          <ActionBar
            missing={ready ? undefined : t('core:errors.imageRequired')}
            groups={[
              [
                ...historyActions,
                {
                  id: 'invert',
                  label: translate('parameters.make-mask.invert'),
                  icon: Blend,
                  run: () => void maskSession.invert(),
                  disabled: !ready,
                },
              ],
              [
                {
                  id: 'download-png',
                  label: t('mask_creator.downloadMask'),
                  icon: Download,
                  look: ready ? 'primary' : undefined,
                  run: () => void maskSession.download(),
                  disabled: !ready,
                },
                {
                  id: 'download-cut-out',
                  label: t('mask_creator.downloadCutOut'),
                  icon: Scissors,
                  run: () => void maskSession.downloadCutOut(),
                  disabled: !ready || isCheckerboard(base),
                },
                {
                  id: 'use-in-layer',
                  label: t('mask_creator.useInLayer'),
                  icon: Layers,
                  run: () => void openInLayer().then((opened) => opened && navigate('/layer')),
                  disabled: !ready,
                },
                {
                  id: 'save-base',
                  label: t('mask_creator.saveBase'),
                  icon: Bookmark,
                  run: () => void maskSession.saveBase(),
                  disabled: !ready,
                },
                {
                  id: 'save-mask',
                  label: t('mask_creator.saveMask'),
                  icon: Bookmark,
                  run: () => void maskSession.saveMask(),
                  disabled: !ready,
                },
              ],
            ]}
            waiting={!idle || painting}
            more={copyActions({
              recipe: maskSession.recipe,
              command: maskSession.command,
              disabled: !ready,
              paste: () => pasteStep('make-mask', maskSession.paste),
              pasteDisabled: !idle || painting,
            })}
          >
            <StatusLine session={maskSession} />
          </ActionBar>
        }
        panel={
          <SidePanel tool={TOOL} title={t('mask_creator.drawingSettings')}>
            <SliderField
              label={t('mask_creator.penWidth')}
              field={fields.widthPx}
              value={pen.widthPx}
              onChange={(widthPx) => setPen({ widthPx })}
            />
            <SliderField
              label={t('mask_creator.penGray')}
              field={fields.gray}
              value={pen.gray}
              onChange={(gray) => setPen({ gray })}
            />
            <SliderField
              label={t('mask_creator.feather')}
              field={fields.feather}
              value={pen.feather}
              onChange={(feather) => setPen({ feather })}
            />
            <p className="panel-note">{t('stage:mask.grayNote')}</p>
            {stretched && (
              <p className="panel-note tabular">
                {t('stage:mask.stretched', { width: base.info.width, height: base.info.height })}
              </p>
            )}
          </SidePanel>
        }
      />
    </DropTarget>
  );
}
