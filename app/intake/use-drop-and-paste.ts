import { useEffect } from 'react';
import { isTyping } from '../ui/keys.ts';
import { currentReceiver, offerFiles } from './arrivals.ts';

/** Data attribute of the document while files are dragged over a part of the page without a drop target. */
const FILES_OVER = 'filesOver';

/** Types of dragged data that browsers would open in place of the page when dropped. */
const LEADS_AWAY = ['Files', 'text/uri-list'];

/** Opens files that are dropped or pasted anywhere: in the open tool, or in a tool that the visitor chooses. */
export function useFileArrivals(): void {
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const { dataset } = document.documentElement;

    window.addEventListener(
      'dragover',
      (event) => {
        const types = event.dataTransfer?.types ?? [];
        const isOwn = event.defaultPrevented;
        if (!isOwn && keepsPage(event)) event.preventDefault();
        if (!isOwn && types.includes('Files')) dataset[FILES_OVER] = '';
        else delete dataset[FILES_OVER];
      },
      { signal },
    );
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && delete dataset[FILES_OVER], {
      signal,
    });

    // Runs before the handlers of drop targets, so a drop target doesn't reject files that another tool supports.
    window.addEventListener(
      'drop',
      (event) => {
        delete dataset[FILES_OVER];
        const files = [...(event.dataTransfer?.files ?? [])];
        const folders = foldersIn(event);
        if (!folders && (files.length === 0 || currentReceiver()?.accepts(files))) return;
        event.preventDefault();
        event.stopPropagation();
        // Removes the highlight of the drop target.
        event.target?.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
        if (folders) void receiveFolders(folders);
        else offerFiles(files, 'drop');
      },
      { capture: true, signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        if (event.defaultPrevented || !keepsPage(event)) return;
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) currentReceiver()?.receive(files, 'drop');
      },
      { signal },
    );

    window.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        // If the clipboard also contains text, a focused text field receives the text.
        if (files.length === 0 || (isTyping(event.target) && event.clipboardData?.types.includes('text/plain'))) return;
        event.preventDefault();
        const receiver = currentReceiver();
        if (receiver?.accepts(files)) receiver.receive(files, 'paste');
        else offerFiles(files, 'paste');
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
}

/** Returns the dropped entries if any entry is a folder. Entries are readable only during the drop event. */
function foldersIn({ dataTransfer }: DragEvent): FileSystemEntry[] | undefined {
  const entries = [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some((entry) => entry.isDirectory) ? entries : undefined;
}

async function receiveFolders(entries: readonly FileSystemEntry[]): Promise<void> {
  const files = await (await import('./dropped-folders.ts')).filesOf(entries);
  const receiver = currentReceiver();
  if (files.length > 0 && receiver?.accepts(files)) receiver.receive(files, 'drop');
  else offerFiles(files, 'drop');
}

/** True for dropped files, and for an address dropped outside a text field: the browser must not open either. */
function keepsPage({ dataTransfer, target }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  if (!LEADS_AWAY.some((type) => types.includes(type))) return false;
  return types.includes('Files') || !isTyping(target);
}
