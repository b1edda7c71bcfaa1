import { ActionBar, type BarAction } from '../../parts/screen/ActionBar.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { useDownloadAs } from './card/use-download-as.tsx';
import { committed, type PendingWork, type PictureTool } from './picture-tool.ts';

interface PictureActionsProps {
  readonly tool: PictureTool;
  /** What the tool is for. */
  readonly verb?: BarAction;
  /** Beside Undo and Redo. */
  readonly reset?: BarAction;
  /** What the settings would do, which downloads and recipes take with them. */
  readonly pending: PendingWork | undefined;
}

/** The bar of a tool that does one step at a time to a picture. */
export function PictureActions({ tool, verb, reset, pending }: PictureActionsProps) {
  const { session, state } = tool;
  const downloadAs = useDownloadAs({
    session,
    picture: () => tool.pictureWith(pending),
    sourceBytes: state.picture?.sourceBytes,
    download: (encoding) => void committed(pending, () => session.download(encoding)),
    disabled: !tool.ready,
  });
  return (
    <ActionBar
      groups={[
        ...(verb ? [[verb]] : []),
        tool.historyActions,
        ...(reset ? [[reset]] : []),
        tool.exportActions(['jpg', 'png'], { pending }),
      ]}
      waiting={!state.idle}
      missing={tool.missing}
      more={[...downloadAs.actions, ...tool.recipeActions(pending)]}
    >
      <StatusLine session={session} />
      {downloadAs.dialog}
    </ActionBar>
  );
}
