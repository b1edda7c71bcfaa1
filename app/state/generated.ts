import { useCallback, useEffect, useState } from 'react';
import type { ImageFormat } from '#core/image/encode.ts';
import type { FilmFormat } from '#core/text/film/formats.ts';

/** What a tool makes of its drawing: pictures, and films of texts. */
export type GeneratedFormat = ImageFormat | FilmFormat;

/** A file that has been made and can be downloaded. */
export interface Generated {
  readonly format: GeneratedFormat;
  readonly name: string;
  readonly url: string;
  readonly bytes: number;
}

/**
 * The files made of one state of the drawing: another state has none yet.
 * @param version names the state
 */
export function useGenerated(
  version: string,
): [readonly Generated[], (blob: Blob, file: Omit<Generated, 'url' | 'bytes'>) => void] {
  const [files, setFiles] = useState<{ readonly version: string; readonly made: readonly Generated[] }>({
    version,
    made: [],
  });
  const current = files.version === version ? files.made : [];
  useEffect(
    () => () => {
      for (const { url } of files.version === version ? [] : files.made) URL.revokeObjectURL(url);
    },
    [files, version],
  );
  const add = useCallback(
    (blob: Blob, file: Omit<Generated, 'url' | 'bytes'>) =>
      setFiles((before) => ({
        version,
        made: [
          ...(before.version === version ? before.made.filter(({ format }) => format !== file.format) : []),
          { ...file, url: URL.createObjectURL(blob), bytes: blob.size },
        ],
      })),
    [version],
  );
  return [current, add];
}
