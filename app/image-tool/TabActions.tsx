import { ClipboardPaste, Copy, CopyPlus, Layers2, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button as MenuButton, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { alignSides } from '#app/ui/editing/align.ts';
import { showError } from '../notices/error-queue.ts';
import { useToolSettings } from '../storage/settings.ts';
import { useOfferActions } from '../ui/actions.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { copyText, readClipboard } from '../ui/copy.ts';
import { useRoomyStage } from '../ui/large-screen.ts';
import { ActionMenu } from '../ui/screen/MoreMenu.tsx';
import { useObjectKeys } from '../ui/screen/object-keys.ts';
import { isApple } from '../ui/shortcuts.ts';
import { Tip } from '../ui/Tip.tsx';
import type { DrawnItems } from './drawn-items.ts';
import type { DrawnState } from './drawn-state.ts';

interface TabActionsProps<Item extends object> {
  readonly tool: string;
  readonly document: DrawnItems<Item>;
  readonly nameOf: (index: number) => string;
  readonly copy: (item: Item) => string;
  /** Merges pasted JSON into the settings of a tab. Throws errors for the error dialog. */
  readonly paste: (item: Item, pasted: string) => Item;
}

export function TabActions<Item extends object>({ tool, document, nameOf, copy, paste }: TabActionsProps<Item>) {
  const { t } = useTranslation(['app', 'controls', 'stage']);
  const hasRoomForLabels = useRoomyStage();
  const active = document.use((state) => state.active);
  const tabs = document.use((state) => state.items.length);
  const hasRoom = document.use((state) => document.freeTab(state) >= 0);
  const isFree = document.use((state) => document.isFree(activeOf(state)));
  const [announcement, setAnnouncement] = useState('');
  const above = document.use((state) => document.neighbor(state, 1));
  const below = document.use((state) => document.neighbor(state, -1));
  const canDuplicate = !isFree && hasRoom;
  const remove = () => {
    if (isFree) return;
    document.removeActive();
    setAnnouncement(t('stage:removed', { name: nameOf(active) }));
  };
  const duplicate = () => {
    if (!canDuplicate) return;
    document.duplicateActive();
    setAnnouncement(t('stage:duplicated', { name: nameOf(document.use.getState().active) }));
  };
  useObjectKeys({ remove, duplicate });
  const arrange = [
    ...([1, -1] as const).map((step) => ({
      id: step > 0 ? 'bring-forward' : 'send-backward',
      label: t(step > 0 ? 'stage:arrange.forward' : 'stage:arrange.backward'),
      run: () => document.moveActive(step),
      disabled: isFree || (step > 0 ? above : below) < 0,
    })),
    ...alignSides.map((side) => ({
      id: `align-${side}`,
      label: t(`stage:arrange.${side}`),
      run: () => document.alignActive(side),
      disabled: isFree,
    })),
  ];
  useOfferActions([
    ...arrange,
    ...Array.from({ length: tabs }, (_, index) => ({
      id: `open-tab-${index + 1}`,
      label: nameOf(index),
      run: () => document.openTab(index),
      disabled: index === active,
    })),
    {
      id: 'duplicate',
      label: t('common.duplicate'),
      run: duplicate,
      disabled: !canDuplicate,
      shortcut: isApple() ? '⌘D' : 'Ctrl+D',
    },
    { id: 'remove', label: t('stage:remove'), run: remove, disabled: isFree, shortcut: 'Delete' },
  ]);
  const [copied, setCopied] = useToolSettings(tool, 'copied', { text: '' });

  const copyActive = async () => {
    const text = copy(activeOf(document.use.getState()));
    setCopied({ text });
    await copyText(text, t('controls:copiedHere'));
  };
  const pasteActive = async () => {
    // If the browser denies clipboard access, pastes the settings that were last copied in this tool.
    const text = await readClipboard().catch(() => copied.text);
    try {
      document.changeActive(paste(activeOf(document.use.getState()), text));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div className="action-group tab-actions">
      <Button size="small" icon={Copy} iconOnly={!hasRoomForLabels} onClick={() => void copyActive()}>
        {t('common.copy')}
      </Button>
      <Button
        size="small"
        icon={ClipboardPaste}
        iconOnly={!hasRoomForLabels}
        onClick={() => void pasteActive()}
        disabled={copied.text === ''}
      >
        {t('common.paste')}
      </Button>
      <Button size="small" icon={CopyPlus} iconOnly={!hasRoomForLabels} onClick={duplicate} disabled={!canDuplicate}>
        {t('common.duplicate')}
      </Button>
      <MenuTrigger>
        <MenuButton
          className={buttonClass({ size: 'small', iconOnly: !hasRoomForLabels })}
          aria-label={t('stage:arrange.label')}
          isDisabled={isFree}
        >
          <Tip text={t('stage:arrange.label')}>
            <Layers2 aria-hidden="true" strokeWidth={1.75} />
          </Tip>
          {hasRoomForLabels && t('stage:arrange.label')}
        </MenuButton>
        <Popover className="popover" placement="bottom end">
          <ActionMenu groups={[arrange]} label={t('stage:arrange.label')} />
        </Popover>
      </MenuTrigger>
      <Button size="small" icon={Trash2} iconOnly onClick={remove} disabled={isFree}>
        {t('stage:remove')}
      </Button>
      <Button size="small" icon={RotateCcw} iconOnly={!hasRoomForLabels} onClick={document.resetActive}>
        {t('common.reset')}
      </Button>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

const activeOf = <Item,>({ items, active }: DrawnState<Item>) => items[active] as Item;
