import type { ReactNode } from 'react';
import type { Warning } from '#core/platform/context.ts';
import { ImageWarnings } from './ImageWarnings.tsx';
import { PageHeading } from './PageHeading.tsx';
import { SkippedFilesNote } from './SkippedFilesNote.tsx';
import { ToolHead, ToolLead } from './ToolHead.tsx';
import '../parts.css';
import './frame.css';

interface ToolScreenProps {
  readonly title: string;
  /** One sentence under it: what the tool does. */
  readonly lead: string;
  readonly source: ReactNode;
  readonly stage: ReactNode;
  /** The bar under the stage. */
  readonly actions: ReactNode;
  readonly panel?: ReactNode;
}

/** The three zones, at the same place in every tool: the source above, the stage, the panel beside it. */
export function ToolScreen({ title, lead, source, stage, actions, panel }: ToolScreenProps) {
  return (
    <div className="tool">
      <PageHeading title={title} summary={lead} />
      <div className="tool-body" data-panel={panel ? true : undefined}>
        <div className="tool-main">
          {source}
          <SkippedFilesNote />
          {stage}
          {actions}
        </div>
        {panel}
      </div>
    </div>
  );
}

interface FrameProps {
  readonly title: string;
  /** One sentence under it while there is no picture: what the tool does. */
  readonly lead: string;
  /** There is something on the stage. */
  readonly filled: boolean;
  /** What decoding the open images warned of. */
  readonly warnings?: readonly Warning[];
  /** On the title's line: what is open, and what opens something else. */
  readonly line?: ReactNode;
  /** Above the stage, where something can be opened that needs more room than the line has. */
  readonly intake?: ReactNode;
  readonly stage: ReactNode;
  /** Under the stage: what else is open. */
  readonly strip?: ReactNode;
  /** The bar at the foot. */
  readonly actions: ReactNode;
  /** What is worked on by words and by choice, above the settings. */
  readonly tabs?: ReactNode;
  readonly panel: ReactNode;
}

/**
 * A tool that fills the window: title and source on one line, the stage with all that is left, the
 * settings beside it or in a sheet below it, and the bar at the foot.
 */
export function ToolFrame(props: FrameProps) {
  const { title, lead, filled, warnings = [], line, intake, stage, strip, actions, tabs, panel } = props;
  return (
    <div className="tool tool-frame">
      <ToolHead title={title}>{line}</ToolHead>
      <div className="tool-body">
        <div className="tool-main">
          {!filled && <ToolLead>{lead}</ToolLead>}
          {intake}
          <SkippedFilesNote />
          <ImageWarnings warnings={warnings} />
          {stage}
          {strip}
        </div>
        <div className="tool-foot">{actions}</div>
        <div className="tool-side">
          {tabs}
          {panel}
        </div>
      </div>
    </div>
  );
}
