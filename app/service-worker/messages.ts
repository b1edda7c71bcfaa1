/** What page and service worker say to each other. */
export const TAKE_OVER = 'take-over';

/** Answered through the message's port with the version of the page's build. */
export const WHICH_BUILD = 'which-build';

/** A page has opened and can be asked: what only earlier pages needed can go. */
export const PAGE_READY = 'page-ready';
