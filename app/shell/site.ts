/** What whoever builds the page says of the site (docs/deployment.md). */

/** Where visitors write to; nothing where the site has no mailbox. */
export const supportAddress: string | undefined = import.meta.env.SUPPORT_ADDRESS || undefined;

/** True where partners’ advertisements stand beside the tools. */
export const hasAdvertising: boolean = import.meta.env.ADVERTISING === 'yes';
