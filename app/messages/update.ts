import { create } from 'zustand';

interface UpdateState {
  /** True if a newer version of the site is available. */
  readonly ready: boolean;
}

export const useUpdateStore = create<UpdateState>(() => ({ ready: false }));
