import { create } from 'zustand';

interface UpdateState {
  /** Another build than the page's is there to be taken. */
  readonly ready: boolean;
}

export const useUpdateStore = create<UpdateState>(() => ({ ready: false }));
