import { create } from 'zustand';
import type { OfflineCopy } from '../service-worker/decisions.ts';

/** What the service worker has cached for offline use; undefined until it answers. */
export const useOfflineCopy = create<Partial<OfflineCopy>>(() => ({}));
