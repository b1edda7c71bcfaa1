import { mailDomain } from './mail-host.ts';

/**
 * Returns the site's support address: the build's setting, or `support@` the site's domain. Returns `undefined` without
 * a setting if the host has no mail domain of its own.
 */
export function supportAddress(hostname: string): string | undefined {
  if (import.meta.env.SUPPORT_ADDRESS) return import.meta.env.SUPPORT_ADDRESS;
  const domain = mailDomain(hostname);
  return domain && `support@${domain}`;
}

export const hasAdvertising: boolean = import.meta.env.ADVERTISING === 'yes';
