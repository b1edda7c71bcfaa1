/** Message that tells a waiting service worker to activate. */
export const SKIP_WAITING = 'take-over';

/** Message that asks a page for its build's version. The page answers through the message's port. */
export const WHICH_BUILD = 'which-build';

/** Message of a newly opened page, after which the service worker deletes caches that no open page needs. */
export const PAGE_READY = 'page-ready';
