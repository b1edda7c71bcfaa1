import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/platform/context.ts';
import { needWords } from '../../locales/i18n.ts';
import type { ToolRoute } from '../../tools/catalog.ts';
import { useLargeScreen } from '../large-screen.ts';
import { screenWord } from '../screen-words.ts';
import { type BarAction, HeadActions } from './ActionBar.tsx';
import { type AnimationNote, ImageWarnings } from './ImageWarnings.tsx';
import { SheetHead } from './SidePanel.tsx';
import { SkippedFilesNote } from './SkippedFilesNote.tsx';
import { StageLead } from './StageLead.tsx';
import { ToolHead } from './ToolHead.tsx';
import '../parts.css';
import './frame.css';

await needWords('tools');

interface ToolFrameProps {
  readonly tool: ToolRoute;
  readonly filled: boolean;
  /** True if nothing is open that the settings could change. The settings are then hidden, and their space stays free. */
  readonly empty?: boolean;
  readonly warnings?: readonly Warning[];
  readonly animation?: AnimationNote | undefined;
  /** Open file, and controls that open another file. */
  readonly file?: ReactNode;
  readonly steps?: ReactNode;
  /** Undo and Redo. */
  readonly history?: readonly BarAction[];
  readonly idle: boolean;
  readonly stage: ReactNode;
  readonly strip?: ReactNode;
  readonly intake?: ReactNode;
  readonly tabs?: ReactNode;
  readonly panel: ReactNode;
  readonly presets?: ReactNode;
  readonly actions: ReactNode;
}

/** Title row, stage, inspector and foot of a tool. On phones, the inspector is a bottom sheet. */
export function ToolFrame(props: ToolFrameProps) {
  const { tool, filled, empty = false, warnings = [], animation, file, steps, presets, history = [], idle } = props;
  const { t } = useTranslation();
  const isLarge = useLargeScreen();
  const name = screenWord(t, tool, 'name');
  const lead = filled ? undefined : screenWord(t, tool, 'summary');
  const sheet = useMemo(
    () => (isLarge ? { presets } : { presets, steps, name: filled ? name : undefined }),
    [isLarge, presets, steps, filled, name],
  );
  return (
    <div className="tool tool-frame" data-empty={empty || undefined}>
      <ToolHead title={name} lead={lead}>
        {file}
        {isLarge && steps}
        <HeadActions actions={history} waiting={!idle} />
      </ToolHead>
      <div className="tool-main">
        <StageLead.Provider value={lead}>{props.stage}</StageLead.Provider>
        {props.strip}
      </div>
      <div className="tool-side">
        <SkippedFilesNote />
        <ImageWarnings warnings={warnings} animation={animation} />
        {props.intake}
        {props.tabs}
        <SheetHead.Provider value={sheet}>{props.panel}</SheetHead.Provider>
      </div>
      <div className="tool-foot">{props.actions}</div>
    </div>
  );
}
