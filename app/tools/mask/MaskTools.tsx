import {
  Circle,
  Eraser,
  Eye,
  EyeOff,
  Lasso,
  type LucideIcon,
  PenLine,
  Sparkles,
  Square,
  SquareDashedMousePointer,
  WandSparkles,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useLargeScreen } from '../../ui/large-screen.ts';
import type { MaskTool } from './mask-tool-settings.ts';
import '../../ui/stage/verbs.css';

interface MaskToolsProps {
  readonly active: MaskTool;
  readonly onChange: (tool: MaskTool) => void;
  /** Selects the subject without a box. */
  readonly onFind: () => void;
  /** True if the image has colors that selection tools can read. */
  readonly hasPhoto: boolean;
  readonly hasSubject: boolean;
}

type Verb = readonly [tool: MaskTool, icon: LucideIcon];

const SUBJECT: readonly Verb[] = [
  ['subject', SquareDashedMousePointer],
  ['keep', Eye],
  ['hide', EyeOff],
];
const WAND: Verb = ['wand', WandSparkles];
const AREAS: readonly Verb[] = [
  ['rect', Square],
  ['ellipse', Circle],
];
const LASSO: Verb = ['lasso', Lasso];
const PENS: readonly Verb[] = [
  ['pen', PenLine],
  ['eraser', Eraser],
];

/**
 * Chooses what a drag on the mask does. Subject and Wand need a photo, Keep and Hide a selected subject. The first
 * tools have words, because their icons alone don't say what they do.
 */
export function MaskTools({ active, onChange, onFind, hasPhoto, hasSubject }: MaskToolsProps) {
  const { t } = useTranslation(['app', 'stage']);
  const isLarge = useLargeScreen();
  const groups = hasPhoto ? [SUBJECT, [LASSO, WAND, ...AREAS], PENS] : [[LASSO, ...AREAS], PENS];
  const worded = isLarge ? undefined : 'button-worded';
  const nameOf = (tool: MaskTool) =>
    tool === 'pen' || tool === 'eraser' || tool === 'keep' || tool === 'hide'
      ? t(`stage:mask.${tool}`)
      : t(`stage:mask.${tool}`);
  return (
    <div className="stage-verbs" role="toolbar" aria-label={t('stage:mask.tool')}>
      {hasPhoto && (
        <div className="stage-verb-group">
          <Button
            look="quiet"
            icon={Sparkles}
            className={worded}
            aria-label={t('stage:mask.findSubject')}
            onClick={onFind}
          >
            {isLarge ? t('stage:mask.findSubject') : t('stage:mask.find')}
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <div key={group[0]?.[0]} className="stage-verb-group">
          {group.map(([tool, icon]) => (
            <Button
              key={tool}
              look="quiet"
              icon={icon}
              iconOnly={group !== SUBJECT}
              className={group === SUBJECT ? worded : undefined}
              aria-pressed={active === tool}
              disabled={(tool === 'keep' || tool === 'hide') && !hasSubject}
              onClick={() => onChange(tool)}
            >
              {nameOf(tool)}
            </Button>
          ))}
        </div>
      ))}
    </div>
  );
}
