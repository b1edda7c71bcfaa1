import { type ProxyMarked, proxy } from 'comlink';

type ProgressListener = (fraction: number) => void;

/** Passes on a worker's progress reports until the job's result arrives. Ignores later reports. */
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
