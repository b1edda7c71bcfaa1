import { create } from 'zustand';

/** Number of running jobs that would be lost if the visitor leaves the page. */
export const useRunning = create<{ readonly works: number }>(() => ({ works: 0 }));

const change = (by: number) => useRunning.setState(({ works }) => ({ works: works + by }));

export async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}
