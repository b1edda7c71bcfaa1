import {
  ChevronDown,
  Circle,
  Highlighter,
  ListOrdered,
  type LucideIcon,
  MousePointer2,
  MoveUpRight,
  PaintBucket,
  Pencil,
  Shapes,
  Slash,
  Square,
  Type,
} from 'lucide-react';
import { Button as MenuButton, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import { MAX_COMPONENTS, type Shape, shapeComponent, shapes } from '#core/shapes/settings.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { ColorButton } from '../../ui/fields/ColorField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { ActionMenu } from '../../ui/screen/MoreMenu.tsx';
import { Tip } from '../../ui/Tip.tsx';
import '../../ui/stage/verbs.css';
import { type Ink, isOwnVerb, type Verb, widthOf } from './verbs.ts';

interface VerbBarProps {
  readonly verb: Verb;
  readonly onVerb: (verb: Verb) => void;
  readonly ink: Ink;
  readonly onInk: (change: Partial<Ink>, control: string) => void;
  readonly size: Size;
  readonly isFull: boolean;
  readonly disabled: boolean;
}

const VERBS: readonly (readonly [verb: Verb, icon: LucideIcon])[] = [
  ['select', MousePointer2],
  ['arrow', MoveUpRight],
  ['line', Slash],
  ['rect', Square],
  ['ellipse', Circle],
  ['text', Type],
  ['pen', Pencil],
  ['highlighter', Highlighter],
  ['step', ListOrdered],
];

const MORE = shapes.filter(
  (shape): shape is Exclude<Shape, 'none'> => shape !== 'none' && !VERBS.some(([verb]) => verb === shape),
);

/** Chooses what a drag on the image adds, and the style of the selected shape or of the next shape. */
export function VerbBar({ verb, onVerb, ink, onInk, size, isFull, disabled }: VerbBarProps) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const nameOf = (each: Verb) =>
    each === 'select' || isOwnVerb(each)
      ? t(`stage:verbs.${each}`)
      : translate(`choices.draw-shapes.components.shape.${each}`);
  const actionOf = (each: Verb) => ({
    id: `verb-${each}`,
    icon: VERBS.find(([known]) => known === each)?.[1] ?? Shapes,
    label: nameOf(each),
    run: () => onVerb(each),
    disabled: disabled || isFull,
    ...(isFull && { reason: t('stage:full', { max: MAX_COMPONENTS }) }),
  });
  useOfferActions([...VERBS.slice(1).map(([each]) => each), ...MORE].map(actionOf));
  const more = MORE.find((shape) => shape === verb);
  return (
    <div className="stage-verbs" role="toolbar" aria-label={t('stage:verbs.label')}>
      <div className="stage-verb-group">
        {VERBS.map(([each, icon]) => (
          <Button
            key={each}
            look="quiet"
            iconOnly
            icon={icon}
            aria-pressed={verb === each}
            disabled={disabled}
            waiting={isFull && each !== 'select'}
            onClick={() => onVerb(each)}
          >
            {nameOf(each)}
          </Button>
        ))}
        <MenuTrigger>
          <MenuButton
            className={buttonClass({ look: 'quiet' })}
            aria-label={more ? t('stage:verbs.moreNow', { name: nameOf(more) }) : t('stage:verbs.more')}
            data-on={more !== undefined || undefined}
            isDisabled={disabled || isFull}
          >
            <Tip text={more ? nameOf(more) : t('stage:verbs.more')}>
              <Shapes aria-hidden="true" strokeWidth={1.75} />
              <ChevronDown aria-hidden="true" size={14} />
            </Tip>
          </MenuButton>
          <Popover className="popover" placement="top start">
            <ActionMenu groups={[MORE.map(actionOf)]} label={t('stage:verbs.more')} />
          </Popover>
        </MenuTrigger>
      </div>
      <div className="stage-verb-group">
        <ColorButton
          label={t('stage:verbs.color')}
          value={ink.borderColor}
          alpha
          disabled={disabled}
          onChange={(borderColor) => onInk({ borderColor }, 'borderColor')}
        />
        <NumberField
          label={t('stage:verbs.width')}
          hideLabel
          field={shapeComponent.borderWidth}
          value={widthOf(ink.borderShare, size)}
          disabled={disabled}
          onChange={(width) => onInk({ borderShare: width / Math.min(size.width, size.height) }, 'borderWidth')}
        />
        <Button
          look="quiet"
          icon={PaintBucket}
          aria-pressed={ink.fillBox}
          disabled={disabled}
          onClick={() => onInk({ fillBox: !ink.fillBox }, 'fillBox')}
        >
          {t('stage:verbs.fill')}
        </Button>
      </div>
    </div>
  );
}
