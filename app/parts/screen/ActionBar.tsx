import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useOfferActions } from '../../state/actions.ts';
import { useLargeScreen } from '../../state/large-screen.ts';
import { Button, type ButtonLook } from '../Button.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { useWhatFits } from './what-fits.ts';

export interface BarAction extends Action {
  readonly icon?: LucideIcon;
  readonly look?: ButtonLook['look'];
  /** Its icon is known everywhere; the label is still its name. */
  readonly iconOnly?: boolean;
  /** What shows in place of the label on small screens; a part of it. */
  readonly short?: string;
  /** What it started is under way. */
  readonly busy?: boolean;
  /** The id of a text that says what is missing. The button looks disabled; a press says the same in a dialog. */
  readonly reasonId?: string | undefined;
}

interface ActionBarProps {
  /** Drawn in groups, and offered to the palette. */
  readonly groups: readonly (readonly BarAction[])[];
  /** Something is under way, which comes first. */
  readonly waiting: boolean;
  /** In a menu at the end. */
  readonly more?: readonly Action[];
  /** Why nothing can run: what has to be opened first, in a sentence. */
  readonly missing?: string | undefined;
  /** At the beginning of the line, whatever else fits. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The one bar of actions of a screen: one line, with what does not fit in the menu at its end. */
export function ActionBar({ groups, waiting, more = [], missing, lead, children }: ActionBarProps) {
  const isLarge = useLargeScreen();
  const { t } = useTranslation();
  const shown = groups.flat().map((action) => ({ ...action, disabled: action.disabled || action.busy || waiting }));
  const reason = missing ?? (waiting ? t('common.working') : undefined);
  useOfferActions([...shown, ...more].map((action) => ({ reason, ...action })));
  const { bar, fits } = useWhatFits(byImportance(groups.flat()), groups.length, more.length > 0, isLarge);
  const overflow = shown.filter(({ id }) => !fits(id));
  const menu = [...overflow, ...more];
  return (
    <div className="action-bar">
      <div className="action-bar-line">
        {lead}
        <div className="action-bar-buttons" ref={bar}>
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

/** Those that stay on the bar longest first: the verb, Undo, a file to take away; then as they stand. */
function byImportance(actions: readonly BarAction[]): readonly BarAction[] {
  const firstDownload = actions.find(({ id }) => id.startsWith('download'));
  const rank = (action: BarAction) => {
    if (action.look === 'primary') return 0;
    // A verb that has been done and may be done again: it keeps its place, and the focus.
    if (action.look === 'secondary') return 0.5;
    if (action.id === 'undo') return 1;
    if (action === firstDownload) return 2;
    return action.id === 'share' ? 3 : 4;
  };
  return actions.toSorted((a, b) => rank(a) - rank(b));
}

/** A name where only the icon shows, and the shortcut where there is one. */
function tooltip({ iconOnly, label, shortcut }: BarAction): string | undefined {
  return [iconOnly && label, shortcut].filter(Boolean).join(' · ') || undefined;
}
