import { create } from 'zustand';

interface UpdateState {
  readonly ready: boolean;
}

export const useUpdateStore = create<UpdateState>(() => ({ ready: false }));
