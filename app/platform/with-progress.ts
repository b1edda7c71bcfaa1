import { type ProxyMarked, proxy } from 'comlink';

type Tell = (fraction: number) => void;

/** Forwards a worker's progress. Messages arrive in no order with the result, so later progress is dropped. */
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
