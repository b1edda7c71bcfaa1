/** Tells a waiting service worker to activate. */
export const SKIP_WAITING = 'take-over';

/** The page answers through the message's port with its build's version. */
export const WHICH_BUILD = 'which-build';

/** Sent by a newly opened page; the service worker then deletes caches that no open page needs. */
export const PAGE_READY = 'page-ready';
