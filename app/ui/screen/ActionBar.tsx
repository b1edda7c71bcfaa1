import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useOfferActions } from '../actions.ts';
import { Button, type ButtonLook } from '../Button.tsx';
import { useLargeScreen } from '../large-screen.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { useWhatFits } from './what-fits.ts';

export interface BarAction extends Action {
  readonly icon?: LucideIcon;
  readonly look?: ButtonLook['look'];
  /** True to show only the icon; the label becomes the accessible name. */
  readonly iconOnly?: boolean;
  /** A shorter label for small screens; must be part of `label`. */
  readonly short?: string;
  readonly busy?: boolean;
  /** ID of the text that explains why the action is unavailable. The button looks disabled; a press shows the text. */
  readonly reasonId?: string | undefined;
}

interface ActionBarProps {
  /** Actions in groups; the command palette lists the same actions. */
  readonly groups: readonly (readonly BarAction[])[];
  /** Disables all actions while other work runs. */
  readonly waiting: boolean;
  readonly more?: readonly Action[];
  /** A sentence that names the missing input; with this sentence, all actions are disabled. */
  readonly missing?: string | undefined;
  /** Content at the start of the bar, which never moves to the menu. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function ActionBar({ groups, waiting, more = [], missing, lead, children }: ActionBarProps) {
  const isLarge = useLargeScreen();
  const { t } = useTranslation();
  const shown = groups.flat().map((action) => ({ ...action, disabled: action.disabled || action.busy || waiting }));
  const reason = missing ?? (waiting ? t('common.working') : undefined);
  useOfferActions([...shown, ...more].map((action) => ({ reason, ...action })));
  const { bar, fits, isTight } = useWhatFits(byImportance(groups.flat()), groups.length, more.length > 0, isLarge);
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
                      onClick={action.run}
                      disabled={action.disabled}
                      waiting={waiting}
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

/** Sorts by priority on the bar: the primary action, Undo, the first download, Share, then the declared order. */
function byImportance(actions: readonly BarAction[]): readonly BarAction[] {
  const firstDownload = actions.find(({ id }) => id.startsWith('download'));
  const rank = (action: BarAction) => {
    if (action.look === 'primary') return 0;
    // The primary action becomes a secondary action after its first run. Its rank keeps the button, and the focus, on
    // the bar.
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
