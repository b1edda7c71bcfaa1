import { useEffect } from 'react';
import { openBatchOf } from '../batch/open-batches.ts';
import type { TabDocument } from '../storage/tab-document.ts';
import type { PictureTool } from './picture-tool.ts';

/** Moves texts or shapes inside the newly opened image. Within a batch, rescales them to the image instead. */
export function useFittedDocument<Item>({ route, session, state }: PictureTool, document: TabDocument<Item>): void {
  const { picture } = state;
  const [info, source] = [picture?.info, picture?.source.id];
  useEffect(() => {
    if (!source || !info) return;
    const before = document.use.getState().source;
    const batch = openBatchOf(session, route);
    document.fitToPicture(source, info, batch?.switchesItem(before, source));
  }, [document, session, route, source, info]);
}
