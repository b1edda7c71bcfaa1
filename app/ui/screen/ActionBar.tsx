import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useOfferActions } from '../actions.ts';
import { Button, type ButtonLook } from '../Button.tsx';
import { useLargeScreen } from '../large-screen.ts';
import { useFittingButtons } from './fitting-buttons.ts';
import { MoreMenu } from './MoreMenu.tsx';

export interface BarAction extends Action {
  readonly icon?: LucideIcon;
  readonly look?: ButtonLook['look'];
  readonly iconOnly?: boolean;
  /** Shorter label for small screens. Must be a part of `label`. */
  readonly short?: string;
  readonly busy?: boolean;
  /** ID of a text with the reason for an unavailable action. A press of the disabled-looking button shows the text. */
  readonly reasonId?: string | undefined;
}

interface ActionBarProps {
  readonly groups: readonly (readonly BarAction[])[];
  readonly waiting: boolean;
  readonly more?: readonly Action[];
  /** Sentence that says which input is missing. All actions are then disabled. */
  readonly missing?: string | undefined;
  /** Content at the start of the bar. Never moves into the overflow menu. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function ActionBar({ groups, waiting, more = [], missing, lead, children }: ActionBarProps) {
  const isLarge = useLargeScreen();
  const { t } = useTranslation();
  const shown = groups.flat().map((action) => ({ ...action, disabled: action.disabled || action.busy || waiting }));
  const reason = missing ?? (waiting ? t('common.working') : undefined);
  useOfferActions([...shown, ...more].map((action) => ({ reason, ...action })));
  const { bar, fits, isTight } = useFittingButtons(
    byImportance(groups.flat()),
    groups.length,
    more.length > 0,
    isLarge,
  );
  // The pressed button keeps the focus if its press makes it unavailable.
  const [pressed, setPressed] = useState<string>();
  const overflow = shown.filter(({ id }) => !fits(id));
  const menu = [...overflow, ...more];
  return (
    <div className="action-bar">
      <div className="action-bar-line">
        {lead}
        <div className="action-bar-buttons" ref={bar} data-tight={isTight || undefined}>
          {groups.map((group) => (
            <div className="action-group" key={group.map((action) => action.id).join()}>
              {group.map(
                (action) =>
                  fits(action.id) && (
                    <Button
                      key={action.id}
                      data-action={action.id}
                      look={action.look}
                      icon={action.icon}
                      iconOnly={action.iconOnly}
                      onClick={() => {
                        setPressed(action.id);
                        action.run();
                      }}
                      onBlur={() => setPressed(undefined)}
                      disabled={action.disabled && pressed !== action.id}
                      waiting={waiting || (action.disabled && pressed === action.id)}
                      busy={action.busy}
                      aria-disabled={action.reasonId !== undefined}
                      aria-describedby={action.reasonId}
                      title={tooltip(action)}
                      aria-label={!isLarge && action.short ? action.label : undefined}
                    >
                      {(!isLarge && action.short) || action.label}
                    </Button>
                  ),
              )}
            </div>
          ))}
          {menu.length > 0 && <MoreMenu actions={menu} />}
        </div>
      </div>
      {children}
    </div>
  );
}

/** Sorts by priority: the primary action, Undo, the first download, Share, then the declared order. */
function byImportance(actions: readonly BarAction[]): readonly BarAction[] {
  const firstDownload = actions.find(({ id }) => id.startsWith('download'));
  const rank = (action: BarAction) => {
    if (action.look === 'primary') return 0;
    // After its first run, the primary action looks secondary. Its high rank keeps the focused button on the bar.
    if (action.look === 'secondary') return 0.5;
    if (action.id === 'undo') return 1;
    if (action === firstDownload) return 2;
    return action.id === 'share' ? 3 : 4;
  };
  return actions.toSorted((a, b) => rank(a) - rank(b));
}

function tooltip({ iconOnly, label, shortcut }: BarAction): string | undefined {
  return [iconOnly && label, shortcut].filter(Boolean).join(' · ') || undefined;
}
