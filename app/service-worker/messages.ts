/** Message that asks a waiting service worker to activate. */
export const SKIP_WAITING = 'take-over';

/** Message that asks a page for the version of its build. The page answers through the message's port. */
export const WHICH_BUILD = 'which-build';

/** Message from a newly opened page. The service worker then deletes caches that no open page uses. */
export const PAGE_READY = 'page-ready';
