import { useCallback, useRef } from 'react';
import type { ErrorCode } from '#core/base/errors.ts';
import { followList, isBatch, openBatch } from '../../batch/open-batches.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { isAccepted } from '../../ui/accepted-images.ts';
import { pickFile, reportSkippedFiles } from '../../ui/skipped-files.ts';
import { type LayerId, layerIds, nextLayer } from './document.ts';
import { layerScreen } from './layer-screen-work.ts';

export async function restoreLayers(): Promise<void> {
  await layerScreen.restore();
  followList(layerScreen);
}

const FIRST_TAB: { readonly tab: LayerId } = { tab: 'bottom' };
const restoreTab = (stored: object) => ({
  tab: layerIds.find((id) => id === getOwnProperty(stored, 'tab')) ?? FIRST_TAB.tab,
});

/** Opens a bottom layer; several files open as a batch of bottom layers. */
export async function openBottoms(files: readonly File[]): Promise<void> {
  const file = pickFile(files, isAccepted);
  if (!isBatch(files)) return file && layerScreen.openFile('bottom', file);
  reportSkippedFiles(0);
  await openBatch(layerScreen, files);
}

/** Returns the selected layer, and functions that select a layer and open files that were not chosen for a layer. */
export function useLayerFiles() {
  const [{ tab }, setTab] = useToolSettings('layer', 'source', FIRST_TAB, restoreTab);
  // The layer that the visitor has selected since a file was last opened.
  const picked = useRef<LayerId>(undefined);
  const select = useCallback(
    (id: LayerId) => {
      picked.current = id;
      setTab({ tab: id });
    },
    [setTab],
  );
  /** Opens one file in the next layer, two files as bottom and top, and more files as a batch of bottom layers. */
  const openFiles = useCallback(
    async (files: readonly File[], unreadable?: ErrorCode) => {
      await restoreLayers();
      const images = files.filter(isAccepted);
      const { layers, list } = layerScreen.document.present();
      const isPair = images.length === 2 && !list && Object.keys(layers).length === 0;
      if (isBatch(files) && !isPair) return openBottoms(files);
      const file = pickFile(files, isAccepted);
      if (isPair) reportSkippedFiles(files.length - 2);
      for (const each of isPair ? images : file ? [file] : []) {
        const opened = await layerScreen.openNext(each, picked.current, tab, unreadable);
        if (!opened) continue;
        picked.current = undefined;
        setTab({ tab: nextLayer(layerScreen.document.present()) ?? opened });
      }
    },
    [tab, setTab],
  );
  return { tab, select, openFiles };
}
