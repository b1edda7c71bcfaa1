import { create } from 'zustand';

/** How much is under way in this page that would be lost if it were left. */
export const useRunning = create<{ readonly works: number }>(() => ({ works: 0 }));

const change = (by: number) => useRunning.setState(({ works }) => ({ works: works + by }));

/** Counts a piece of work until it is over. */
export async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}
