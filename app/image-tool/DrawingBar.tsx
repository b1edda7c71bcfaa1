import type { ComponentProps } from 'react';
import { ActionBar } from '../ui/screen/ActionBar.tsx';
import { GeneratedFiles } from '../ui/screen/GeneratedFiles.tsx';
import { StatusLine } from '../ui/screen/StatusLine.tsx';
import type { Drawing } from './drawing.ts';
import type { ImageTool } from './image-tool.ts';

interface DrawingBarProps extends Pick<ComponentProps<typeof ActionBar>, 'groups' | 'more' | 'missing' | 'lead'> {
  readonly tool: ImageTool;
  readonly drawing: Drawing;
}

/** The action bar of an editor of texts or shapes, with the generated files. */
export function DrawingBar({ tool, drawing: { files, downloadAs }, missing = tool.missing, ...bar }: DrawingBarProps) {
  return (
    <ActionBar
      {...bar}
      missing={missing}
      waiting={!tool.state.idle}
      made={files.length > 0 && <GeneratedFiles files={files} />}
      isMade={files.some((file) => !file.isStale)}
    >
      <StatusLine screen={tool.screen} />
      {downloadAs.dialog}
    </ActionBar>
  );
}
