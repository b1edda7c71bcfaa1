import type { ReactNode } from 'react';
import { ToolScreen } from '../../parts/screen/ToolScreen.tsx';
import { UploadRow } from '../../parts/screen/UploadCard.tsx';
import { DropTarget, EmptyStage } from '../../parts/stage/DropStage.tsx';
import { PicturePreview } from '../../parts/stage/PicturePreview.tsx';
import { Stage } from '../../parts/stage/Stage.tsx';
import type { StageView } from '../../parts/stage/stage-view.ts';
import type { PictureTool } from './picture-tool.ts';

interface PictureScreenProps {
  readonly tool: PictureTool;
  readonly title: string;
  readonly lead: string;
  readonly overlay?: (view: StageView) => ReactNode;
  readonly actions: ReactNode;
  readonly panel?: ReactNode;
  /** In place of the picture as it is. */
  readonly preview?: ReactNode;
  /** Beside the size, under the picture. */
  readonly stageTools?: ReactNode;
  /** In place of the plain upload row. */
  readonly source?: ReactNode;
}

/** The screen of a tool around one picture. */
export function PictureScreen({
  tool,
  title,
  lead,
  overlay,
  actions,
  panel,
  source,
  preview,
  stageTools,
}: PictureScreenProps) {
  const { state, session, openFile, openSaved, openSample } = tool;
  const loading = !state.idle || !state.restored;
  return (
    <DropTarget onFile={openFile}>
      <ToolScreen
        title={title}
        lead={lead}
        source={
          source ?? (
            <section className="card source-card">
              <UploadRow
                fileName={state.picture?.source.name}
                openFile={openFile}
                openSaved={openSaved}
                disabled={!state.idle}
              />
            </section>
          )
        }
        stage={
          <Stage
            size={state.picture?.info}
            busy={state.changing}
            overlay={overlay}
            tools={stageTools}
            empty={<EmptyStage openFile={openFile} openSample={openSample} loading={loading} />}
          >
            {preview ?? <PicturePreview session={session} label={state.picture?.source.name ?? ''} />}
          </Stage>
        }
        actions={actions}
        panel={panel}
      />
    </DropTarget>
  );
}
