import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { BatchSettings } from '../batch/batch-settings.ts';
import { LazyBatchCard, LazyBatchStrip, LazyFolderButton } from '../batch/LazyBatch.tsx';
import { isBackdrop } from '../desk/shown-image.ts';
import { Button } from '../ui/Button.tsx';
import { SourceLine } from '../ui/screen/SourceLine.tsx';
import { ToolFrame } from '../ui/screen/ToolScreen.tsx';
import { DropTarget, EmptyStage } from '../ui/stage/DropStage.tsx';
import { Stage } from '../ui/stage/Stage.tsx';
import type { StageView } from '../ui/stage/stage-view.ts';
import { type BackgroundOptions, BlankBackgroundSource } from './BlankBackgroundSource.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import type { PictureTool } from './picture-tool.ts';

const EditStepsBar = lazy(() => import('../recipes/EditStepsBar.tsx'));

interface PictureScreenProps {
  readonly tool: PictureTool;
  readonly overlay?: (view: StageView) => ReactNode;
  readonly hasHandles?: boolean;
  readonly actions: ReactNode;
  readonly panel: ReactNode;
  readonly preview?: ReactNode;
  /** A step that the preview already shows, although the visitor hasn't applied the step. */
  readonly pending?: PendingStep | undefined;
  readonly row?: ReactNode;
  readonly stageTools?: ReactNode;
  readonly blank?: BackgroundOptions;
  readonly tabs?: ReactNode;
  readonly warnings?: readonly Warning[];
  readonly batch?: BatchSettings;
}

interface PendingStep {
  readonly step: RecipeStep;
  readonly size: Size;
}

export function PictureScreen(props: PictureScreenProps) {
  const {
    tool,
    overlay,
    hasHandles,
    actions,
    panel,
    blank,
    tabs,
    preview,
    pending,
    row,
    stageTools,
    warnings = [],
    batch: settings,
  } = props;
  const { route, state, session, covered, openFile, openFiles, openSaved, openSample } = tool;
  const { picture } = state;
  const [compares, setCompares] = useState(false);
  const loading = !state.idle || !state.restored;
  const source = blank && <BlankBackgroundSource blank={blank} tool={tool} />;
  const isUntouched = isBackdrop(picture?.source);
  // The card of a visible blank background stays mounted, so its Generate button keeps the focus.
  const hasCard = blank !== undefined && (!picture || (blank.isLive === true && 'blank' in picture.source));
  const isInvited = isUntouched && blank?.invites;
  const empty = (
    <EmptyStage
      isOverImage={isInvited}
      openFile={openFile}
      openFiles={openFiles}
      openSample={openSample}
      loading={loading}
      more={openFiles && <LazyFolderButton openFiles={openFiles} />}
    />
  );
  const shown = isInvited
    ? (view: StageView) => (
        <>
          {overlay?.(view)}
          <div className="stage-invitation">{empty}</div>
        </>
      )
    : overlay;
  return (
    <DropTarget onFile={openFile} onFiles={openFiles}>
      <ToolFrame
        tool={route}
        filled={picture !== undefined && !isUntouched}
        warnings={[...(picture?.info.warnings ?? []), ...warnings]}
        animation={picture && tool.animation && { name: picture.source.name, ...tool.animation }}
        line={
          !hasCard && (
            <SourceLine
              fileName={picture?.source.name}
              bytes={picture?.sourceBytes}
              openFile={openFile}
              openFiles={openFiles}
              openSaved={blank ? undefined : openSaved}
              sources={source}
              source={picture?.source.id}
              close={isUntouched ? undefined : session.close}
            />
          )
        }
        intake={
          hasCard && (
            <section className="card source-card">
              {covered && <CoveredImage {...covered} />}
              {source}
            </section>
          )
        }
        stage={
          <>
            <Stage
              size={(picture && pending?.size) ?? picture?.info}
              busy={state.changing}
              overlay={compares ? undefined : shown}
              hasHandles={hasHandles}
              row={row}
              tools={stageTools}
              empty={empty}
            >
              {preview ?? <PicturePreview session={session} pending={pending?.step} />}
              {compares && <PicturePreview session={session} isBeginning />}
            </Stage>
            {picture && (
              <div className="edit-steps-row">
                <Suspense>
                  <EditStepsBar session={session} route={route} compares={compares} onCompare={setCompares} />
                </Suspense>
              </div>
            )}
          </>
        }
        strip={<LazyBatchStrip stage={session} tool={route} settings={settings} idle={state.idle} />}
        actions={actions}
        tabs={tabs}
        panel={
          <>
            {panel}
            <LazyBatchCard stage={session} tool={route} settings={settings} idle={state.idle} />
          </>
        }
      />
    </DropTarget>
  );
}

function CoveredImage({ name, use }: NonNullable<PictureTool['covered']>) {
  const { t } = useTranslation();
  return (
    <p className="covered-image">
      <span className="upload-name">{t('common.isOpen', { name })}</span>
      <Button size="small" onClick={use}>
        {t('common.useIt')}
      </Button>
    </p>
  );
}
