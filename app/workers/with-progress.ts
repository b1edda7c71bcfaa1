import { type ProxyMarked, proxy } from 'comlink';

type ProgressListener = (fraction: number) => void;

/** Forwards a worker's progress. Messages arrive in no order with the result, so later progress is dropped. */
export async function withProgress<Result>(
  onProgress: ProgressListener | undefined,
  call: (report: ProgressListener & ProxyMarked) => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const report = (fraction: number) => {
    if (!isOver) onProgress?.(fraction);
  };
  try {
    const result = await call(proxy(report));
    onProgress?.(1);
    return result;
  } finally {
    isOver = true;
  }
}
