import { Download } from 'lucide-react';
import { type MutableRefObject, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActionStore, useOfferActions } from '../actions.ts';
import { Button, type ButtonLook } from '../Button.tsx';
import { useLargeScreen } from '../large-screen.ts';
import { useCopyShortcut } from '../shortcuts.ts';
import { useFittingButtons } from './fitting-buttons.ts';
import { MoreMenu } from './MoreMenu.tsx';

export interface BarAction extends Action {
  readonly look?: ButtonLook['look'];
  readonly iconOnly?: boolean;
  /** Shorter label beside the main button, and on small screens. Must be a part of `label`. */
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
  /** Links to generated files. */
  readonly made?: ReactNode;
  /** True if `made` is up to date. The links then replace the main button. */
  readonly isMade?: boolean;
  /** Status line. */
  readonly children: ReactNode;
}

/** The foot of a tool: status, the main button, and the other actions in one row. */
export function ActionBar({ groups, waiting, more = [], missing, lead, made, isMade, children }: ActionBarProps) {
  const isLarge = useLargeScreen();
  const { t } = useTranslation();
  const reason = missing ?? (waiting ? t('common.working') : undefined);
  const all = groups.flat();
  const offered = all.map((action) => unlessBusy(action, waiting));
  useOfferActions([...offered, ...more].map((action) => ({ reason, ...action })));
  const copy = offered.find(({ id }) => id === 'copy-image');
  useCopyShortcut(copy && !copy.disabled ? copy.run : undefined);
  const batch = useBatchDownload();
  // Without an input, the stage's button that opens one is the primary button.
  const sorted = byImportance(all.map((action) => (action.disabled && !action.busy ? demoted(action) : action)));
  const [first, ...others] = batch ? [batch, ...sorted.map(demoted)] : sorted;
  const main = isMade && !batch ? undefined : first;
  // On a phone, the row beside the main button has little room: it shows only enabled actions, with short labels.
  const beside = isLarge ? others : others.filter(({ disabled, busy }) => !disabled || busy).map(small);
  // The action that links replace comes last, so that the others keep their places.
  const row = missing ? [] : main || !first ? beside : [...beside, first];
  const { bar, fits } = useFittingButtons(row, more.length > 0, isLarge);
  const isInMenu = ({ id }: Action) => id !== main?.id && !(fits(id) && row.some((each) => each.id === id));
  const menu = [...offered.filter(isInMenu), ...more];
  const line = useRef<HTMLDivElement>(null);
  const wasMainFocused = useRef(false);
  // The link to the generated file replaces the main button, so it takes over the focus.
  useLayoutEffect(() => {
    if (!isMade || !wasMainFocused.current || document.activeElement !== document.body) return;
    line.current?.querySelector<HTMLElement>('a[download]')?.focus({ preventScroll: true });
    wasMainFocused.current = false;
  });
  return (
    <div className="action-bar">
      {children}
      <div className="action-bar-line" ref={line}>
        {lead}
        {main && <MainButton action={main} waiting={waiting} wasFocused={wasMainFocused} />}
        {made}
        <div className="action-bar-buttons" ref={bar} data-menu-only={row.length === 0 || undefined}>
          {row.map(
            (action) => fits(action.id) && <ActionButton key={action.id} action={action} waiting={waiting} isShort />,
          )}
          {menu.length > 0 && <MoreMenu actions={menu} />}
        </div>
      </div>
    </div>
  );
}

const small = (action: BarAction): BarAction => ({
  ...action,
  iconOnly: action.icon !== undefined && !(action.short && action.id.startsWith('download')),
});

const demoted = (action: BarAction): BarAction =>
  action.look === 'primary' ? { ...action, look: 'secondary' } : action;

interface HeadActionsProps {
  readonly actions: readonly BarAction[];
  readonly waiting: boolean;
}

/** Undo and Redo in the title row of a tool. */
export function HeadActions({ actions, waiting }: HeadActionsProps) {
  useOfferActions(actions.map((action) => unlessBusy(action, waiting)));
  return (
    <div className="head-actions">
      {actions.map((action) => (
        <ActionButton key={action.id} action={{ look: 'quiet', ...action }} waiting={waiting} />
      ))}
    </div>
  );
}

const unlessBusy = (action: BarAction, waiting: boolean): BarAction => ({
  ...action,
  disabled: action.disabled || action.busy || waiting,
});

/** Returns the action that downloads all open images, which replaces the main action while several images are open. */
function useBatchDownload(): BarAction | undefined {
  const action = useActionStore(({ offered }) =>
    [...offered.values()].flat().find(({ id }) => id === 'batch-download'),
  );
  return action && { ...action, icon: Download, look: 'primary' };
}

/** Notes in `wasFocused` whether the button has the focus when it goes. */
function MainButton({ wasFocused, ...props }: ActionButtonProps & { readonly wasFocused: MutableRefObject<boolean> }) {
  useLayoutEffect(() => () => {
    const focused = document.activeElement;
    wasFocused.current = focused instanceof HTMLElement && focused.dataset.action === props.action.id;
  });
  return <ActionButton {...props} />;
}

interface ActionButtonProps {
  readonly action: BarAction;
  readonly waiting: boolean;
  readonly isShort?: boolean;
}

function ActionButton({ action, waiting, isShort }: ActionButtonProps) {
  // The pressed button keeps the focus if its press makes it unavailable.
  const [pressed, setPressed] = useState(false);
  const short = isShort ? action.short : undefined;
  return (
    <Button
      data-action={action.id}
      look={action.look}
      icon={action.icon}
      iconOnly={action.iconOnly}
      onClick={() => {
        setPressed(true);
        action.run();
      }}
      onBlur={() => setPressed(false)}
      disabled={action.disabled && !pressed}
      waiting={waiting || (action.disabled && pressed)}
      busy={action.busy}
      aria-disabled={action.reasonId !== undefined}
      aria-describedby={action.reasonId}
      title={tooltip(action)}
      aria-label={short && action.label}
    >
      {short ?? action.label}
    </Button>
  );
}

/** Sorts by priority: the primary action, Share, downloads, then the declared order. */
function byImportance(actions: readonly BarAction[]): readonly BarAction[] {
  const rank = (action: BarAction) => {
    if (action.look === 'primary') return 0;
    // After its first run, the primary action looks secondary. Its high rank keeps the focused button on the bar.
    if (action.look === 'secondary') return 0.5;
    // Sharing is the way to save on phones, where few buttons fit.
    if (action.id === 'share') return 1;
    return action.id.startsWith('download') ? 2 : 4;
  };
  return actions.toSorted((a, b) => rank(a) - rank(b));
}

function tooltip({ iconOnly, label, shortcut }: BarAction): string | undefined {
  return [iconOnly && label, shortcut].filter(Boolean).join(' · ') || undefined;
}
