import { type ProxyMarked, proxy } from 'comlink';

type Tell = (fraction: number) => void;

/**
 * Has a worker tell how far it is. That comes beside the answer, in no order with it: what comes
 * after the answer is dropped, and the answer itself means that all is done.
 */
export async function withProgress<Result>(
  onProgress: Tell | undefined,
  call: (tell: Tell & ProxyMarked) => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const tell = (fraction: number) => {
    if (!isOver) onProgress?.(fraction);
  };
  try {
    const result = await call(proxy(tell));
    onProgress?.(1);
    return result;
  } finally {
    isOver = true;
  }
}
