import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/platform/context.ts';
import { needWords } from '../../locales/i18n.ts';
import type { ToolRoute } from '../../tools/catalog.ts';
import { screenWord } from '../screen-words.ts';
import { type AnimationNote, ImageWarnings } from './ImageWarnings.tsx';
import { PageHeading } from './PageHeading.tsx';
import { SkippedFilesNote } from './SkippedFilesNote.tsx';
import { ToolHead, ToolLead } from './ToolHead.tsx';
import '../parts.css';
import './frame.css';

await needWords('edits');

function useToolWords(tool: ToolRoute) {
  const { t } = useTranslation();
  return { title: screenWord(t, tool, 'name'), summary: screenWord(t, tool, 'summary') };
}

interface ToolScreenProps {
  readonly tool: ToolRoute;
  readonly source: ReactNode;
  readonly stage: ReactNode;
  readonly actions: ReactNode;
  readonly panel?: ReactNode;
}

export function ToolScreen({ tool, source, stage, actions, panel }: ToolScreenProps) {
  return (
    <div className="tool">
      <PageHeading {...useToolWords(tool)} />
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
  readonly tool: ToolRoute;
  readonly filled: boolean;
  readonly warnings?: readonly Warning[];
  readonly animation?: AnimationNote | undefined;
  readonly line?: ReactNode;
  /** Controls that open an image. They are above the stage, because the title row has no space for them. */
  readonly intake?: ReactNode;
  readonly stage: ReactNode;
  readonly strip?: ReactNode;
  readonly actions: ReactNode;
  readonly tabs?: ReactNode;
  readonly panel: ReactNode;
}

/** Title row with file name, stage, settings and action bar. On phones, the settings are a bottom sheet. */
export function ToolFrame(props: FrameProps) {
  const { tool, filled, warnings = [], animation, line, intake, stage, strip, actions, tabs, panel } = props;
  const { title, summary } = useToolWords(tool);
  return (
    <div className="tool tool-frame">
      <ToolHead title={title}>{line}</ToolHead>
      <div className="tool-body">
        <div className="tool-main">
          {!filled && <ToolLead>{summary}</ToolLead>}
          {intake}
          <SkippedFilesNote />
          <ImageWarnings warnings={warnings} animation={animation} />
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
