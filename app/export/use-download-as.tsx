import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { ScreenState, ScreenWork } from '../desk/screen-work.ts';
import type { Action } from '../ui/actions.ts';
import type { ImageRef } from '../workers/image-client.ts';

const DownloadAsDialog = lazy(() => import('./DownloadAsDialog.tsx'));

interface DownloadAs {
  readonly screen: ScreenWork<ScreenState>;
  readonly image: () => ImageRef | undefined;
  readonly sourceBytes?: number | undefined;
  readonly download: (encoding: ImageEncoding) => void;
  readonly disabled: boolean;
}

export function useDownloadAs({ screen, image, sourceBytes, download, disabled }: DownloadAs): {
  readonly actions: readonly Action[];
  readonly dialog: ReactNode;
} {
  const { t, ready } = useTranslation(['app', 'export']);
  const [exported, setExported] = useState<ImageRef>();
  return {
    actions: ready
      ? [{ id: 'download-as', label: t('export:downloadAs'), run: () => setExported(image()), disabled }]
      : [],
    dialog: exported && (
      <Suspense>
        <DownloadAsDialog
          screen={screen}
          image={exported}
          sourceBytes={sourceBytes}
          download={download}
          onClose={() => setExported(undefined)}
        />
      </Suspense>
    ),
  };
}
