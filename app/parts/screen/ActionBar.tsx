import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Action, useOfferActions } from '../../state/actions.ts';
import { Button, type ButtonLook } from '../Button.tsx';
import { MoreMenu } from './MoreMenu.tsx';

export interface BarAction extends Action {
  readonly icon?: LucideIcon;
  readonly look?: ButtonLook['look'];
  /** Its icon is known everywhere; the label is still its name. */
  readonly iconOnly?: boolean;
  /** What it started is under way. */
  readonly busy?: boolean;
}

interface ActionBarProps {
  /** Drawn in groups, and offered to the palette. */
  readonly groups: readonly (readonly BarAction[])[];
  /** Something is under way, which comes first. */
  readonly waiting: boolean;
  /** In a menu at the end. */
  readonly more?: readonly Action[];
  readonly children?: ReactNode;
}

/** The one bar of actions under a stage. */
export function ActionBar({ groups, waiting, more = [], children }: ActionBarProps) {
  const shown = groups.flat().map((action) => ({ ...action, disabled: action.disabled || action.busy || waiting }));
  useOfferActions([...shown, ...more]);
  return (
    <div className="action-bar">
      <div className="action-bar-buttons">
        {groups.map((group) => (
          <div className="action-group" key={group.map((action) => action.id).join()}>
            {group.map((action) => (
              <Button
                key={action.id}
                look={action.look}
                icon={action.icon}
                iconOnly={action.iconOnly}
                onClick={action.run}
                disabled={action.disabled}
                waiting={waiting}
                busy={action.busy}
                title={tooltip(action)}
              >
                {action.label}
              </Button>
            ))}
          </div>
        ))}
        {more.length > 0 && <MoreMenu actions={more} />}
      </div>
      {children}
    </div>
  );
}

/** A name where only the icon shows, and the shortcut where there is one. */
function tooltip({ iconOnly, label, shortcut }: BarAction): string | undefined {
  return [iconOnly && label, shortcut].filter(Boolean).join(' · ') || undefined;
}
