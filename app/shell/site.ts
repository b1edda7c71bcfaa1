import { mailDomain } from './mail-host.ts';

/** What whoever builds the page says of the site (docs/deployment.md). */

/**
 * The mail address for visitors: the build's, or else `support@` the site's own domain.
 * @param hostname of the page
 * @returns nothing if the build names no address and the page is on no domain of its own
 */
export function supportAddress(hostname: string): string | undefined {
  if (import.meta.env.SUPPORT_ADDRESS) return import.meta.env.SUPPORT_ADDRESS;
  const domain = mailDomain(hostname);
  return domain && `support@${domain}`;
}

/** True where partners’ advertisements stand beside the tools. */
export const hasAdvertising: boolean = import.meta.env.ADVERTISING === 'yes';
