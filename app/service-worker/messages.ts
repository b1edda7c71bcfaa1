/** Message that asks a waiting service worker to activate. */
export const SKIP_WAITING = 'take-over';

/** Message that asks a page for the version of its build. The page answers through the message's port. */
export const WHICH_BUILD = 'which-build';

/** Asks the service worker to cache the rest of the offline copy. It answers through the message's port. */
export const COMPLETE_COPY = 'complete-copy';

/** Asks the service worker whether the offline copy is complete. It answers through the message's port. */
export const IS_COPY_COMPLETE = 'is-copy-complete';

/** Message from a newly opened page. The service worker then deletes caches that no open page uses. */
export const PAGE_READY = 'page-ready';
