import { useEffect, useState } from 'react';
import { CancelledError } from '#core/base/errors.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { ScreenState, ScreenWork } from '../desk/screen-work.ts';
import { fileKey } from '../workers/encoded-files.ts';
import { type EncodedFile, type ImageRef, imageWorker } from '../workers/image-client.ts';

const WRITE_DELAY_MS = 250;

export interface MeasuredFile {
  readonly file?: EncodedFile;
  readonly error?: unknown;
}

/** Encodes the file that a download would contain, to show its size. A new request cancels the previous request. */
export function useEncodedFile(
  screen: ScreenWork<ScreenState>,
  image: ImageRef | undefined,
  encoding: ImageEncoding,
): MeasuredFile | undefined {
  const idle = screen.use(({ busy }) => busy === undefined || busy.doing === 'converting');
  const key = image && fileKey(image, encoding);
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: unknown }>();
  const [, setWritten] = useState<string>();
  const known = key === undefined ? undefined : screen.written.get(key);
  const isFailed = failed !== undefined && failed.key === key;
  const wanted = !known && !isFailed && idle ? key : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that affects the file
  useEffect(() => {
    if (wanted === undefined || !image) return;
    const controller = new AbortController();
    const { signal } = controller;
    const write = async () => {
      try {
        await screen.written.add(wanted, imageWorker.measure(image, encoding, { signal }));
        setWritten(wanted);
      } catch (error) {
        if (!(error instanceof CancelledError) && !signal.aborted) setFailed({ key: wanted, error });
      }
    };
    const timer = setTimeout(() => void write(), WRITE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [screen, wanted]);
  if (known) return { file: known };
  return isFailed ? { error: failed.error } : undefined;
}
