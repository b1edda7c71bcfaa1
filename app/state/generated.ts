import { useCallback, useState } from 'react';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import type { AnimationFormat } from '#core/text/animation/formats.ts';

/** What a tool makes of its drawing: pictures, and films of texts. */
export type GeneratedFormat = ImageFormat | AnimationFormat;

/** A file that has been made and can be downloaded. */
export interface Generated {
  readonly format: GeneratedFormat;
  readonly name: string;
  readonly blob: Blob;
  /** The drawing has changed since. */
  readonly isStale: boolean;
}

type Made = Omit<Generated, 'isStale'> & { readonly drawing: string };

/**
 * The last file of each format that was made on a picture. A changed drawing leaves them, marked,
 * and is unmarked again when it is changed back; another picture has none yet.
 * @param picture names the picture
 * @param drawing names the state of what is drawn on it
 */
export function useGenerated(
  picture: string | undefined,
  drawing: string,
): [readonly Generated[], (file: Omit<Generated, 'isStale'>) => void] {
  const [files, setFiles] = useState<{ readonly picture: string | undefined; readonly made: readonly Made[] }>({
    picture,
    made: [],
  });
  if (files.picture !== picture) setFiles({ picture, made: [] });
  // Called when the file is ready, it still names what was there when the file was asked for.
  const add = useCallback(
    (file: Omit<Generated, 'isStale'>) =>
      setFiles((before) => {
        if (before.picture !== picture) return before;
        const others = before.made.filter(({ format }) => format !== file.format);
        return { picture, made: [...others, { ...file, drawing }] };
      }),
    [picture, drawing],
  );
  return [files.made.map((file) => ({ ...file, isStale: file.drawing !== drawing })), add];
}
