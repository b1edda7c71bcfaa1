import { useEffect } from 'react';
import { currentReceiver, offerFiles } from '../state/arrivals.ts';
import { isTyping } from '../state/shortcuts.ts';

/** Set on the document while files hang over a part of the page that has no drop target of its own. */
const FILES_OVER = 'filesOver';

/** What a browser would leave the page for, if it were dropped. */
const LEADS_AWAY = ['Files', 'text/uri-list'];

/**
 * Files that are dropped or pasted anywhere: the open tool gets what it takes, for the rest the
 * visitor is asked which tool should have it. The browser never goes to what is dropped.
 */
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

    // Before any drop target: what its tool does not take is not for it to refuse.
    window.addEventListener(
      'drop',
      (event) => {
        delete dataset[FILES_OVER];
        const files = [...(event.dataTransfer?.files ?? [])];
        const folders = foldersIn(event);
        if (!folders && (files.length === 0 || currentReceiver()?.wants(files))) return;
        event.preventDefault();
        event.stopPropagation();
        // For a target it is as if the files had been carried away again.
        event.target?.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
        if (folders) void takeFolders(folders);
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
        if (files.length > 0) currentReceiver()?.take(files, 'drop');
      },
      { signal },
    );

    window.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        // With a text beside them the text is meant.
        if (files.length === 0 || (isTyping(event.target) && event.clipboardData?.types.includes('text/plain'))) return;
        event.preventDefault();
        const receiver = currentReceiver();
        if (receiver?.wants(files)) receiver.take(files, 'paste');
        else offerFiles(files, 'paste');
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
}

/** What was dropped, where a folder is among it: entries can be asked for only while the drop lasts. */
function foldersIn({ dataTransfer }: DragEvent): FileSystemEntry[] | undefined {
  const entries = [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some((entry) => entry.isDirectory) ? entries : undefined;
}

/** The files in folders, as if they had been dropped by themselves. */
async function takeFolders(entries: readonly FileSystemEntry[]): Promise<void> {
  const files = await (await import('../state/batch/dropped-folders.ts')).filesOf(entries);
  const receiver = currentReceiver();
  if (files.length > 0 && receiver?.wants(files)) receiver.take(files, 'drop');
  else offerFiles(files, 'drop');
}

/** An address may be dropped into a field, a file never. */
function keepsPage({ dataTransfer, target }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  if (!LEADS_AWAY.some((type) => types.includes(type))) return false;
  return types.includes('Files') || !isTyping(target);
}
