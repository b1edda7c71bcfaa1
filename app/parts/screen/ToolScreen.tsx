import type { ReactNode } from 'react';
import { LeftOutNote } from './LeftOutNote.tsx';
import { PageHeading } from './PageHeading.tsx';
import '../parts.css';

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
          <LeftOutNote />
          {stage}
          {actions}
        </div>
        {panel}
      </div>
    </div>
  );
}
