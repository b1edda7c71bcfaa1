import { ArrowLeft, ArrowRight, ClipboardPaste, Copy, CopyPlus, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOfferActions } from '../../state/actions.ts';
import { copyText, readClipboard } from '../../state/copy.ts';
import { showError } from '../../state/errors.ts';
import { useToolSettings } from '../../state/settings.ts';
import type { TabDocument, TabDocumentState } from '../../state/tab-document.ts';
import { Button } from '../Button.tsx';

interface TabActionsProps<Item> {
  readonly tool: string;
  readonly document: TabDocument<Item>;
  /** What the palette calls a tab, from 0. */
  readonly nameOf: (index: number) => string;
  /** A tab's settings as JSON. */
  readonly copy: (item: Item) => string;
  /** JSON laid over a tab's settings; throws what is to be shown. */
  readonly paste: (item: Item, pasted: string) => Item;
}

/** What can be done with the open tab as a whole. */
export function TabActions<Item>({ tool, document, nameOf, copy, paste }: TabActionsProps<Item>) {
  const { t } = useTranslation(['app', 'controls']);
  const active = document.use((state) => state.active);
  const tabs = document.use((state) => state.history.present.length);
  const hasRoom = document.use(({ history }) => document.freeTab(history.present) >= 0);
  const isFree = document.use((state) => document.isFree(activeOf(state)));
  useOfferActions(
    Array.from({ length: tabs }, (_, index) => ({
      id: `open-tab-${index + 1}`,
      label: nameOf(index),
      run: () => document.openTab(index),
      disabled: index === active,
    })),
  );
  const [copied, setCopied] = useToolSettings(tool, 'copied', { text: '' });

  const copyActive = async () => {
    const text = copy(activeOf(document.use.getState()));
    setCopied({ text });
    await copyText(text, t('controls:copiedHere'));
  };
  const pasteActive = async () => {
    // Where the clipboard may not be read, what was copied here is what is meant.
    const text = await readClipboard().catch(() => copied.text);
    try {
      document.changeActive(paste(activeOf(document.use.getState()), text));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div className="action-group">
      <Button size="small" icon={Copy} onClick={() => void copyActive()}>
        {t('common.copy')}
      </Button>
      <Button size="small" icon={ClipboardPaste} onClick={() => void pasteActive()} disabled={copied.text === ''}>
        {t('common.paste')}
      </Button>
      <Button size="small" icon={CopyPlus} onClick={document.duplicateActive} disabled={isFree || !hasRoom}>
        {t('common.duplicate')}
      </Button>
      <Button size="small" icon={ArrowLeft} iconOnly onClick={() => document.moveActive(-1)} disabled={active === 0}>
        {t('common.tabBackward')}
      </Button>
      <Button
        size="small"
        icon={ArrowRight}
        iconOnly
        onClick={() => document.moveActive(1)}
        disabled={active === tabs - 1}
      >
        {t('common.tabForward')}
      </Button>
      <Button size="small" icon={RotateCcw} onClick={document.resetActive}>
        {t('common.reset')}
      </Button>
    </div>
  );
}

const activeOf = <Item,>({ history, active }: TabDocumentState<Item>) => history.present[active] as Item;
