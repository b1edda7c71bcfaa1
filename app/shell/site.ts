import { mailDomain } from './mail-host.ts';

/** Returns the build's `SUPPORT_ADDRESS`; if unset, `support@` with the site's domain; undefined without a domain. */
export function supportAddress(hostname: string): string | undefined {
  if (import.meta.env.SUPPORT_ADDRESS) return import.meta.env.SUPPORT_ADDRESS;
  const domain = mailDomain(hostname);
  return domain && `support@${domain}`;
}

export const hasAdvertising: boolean = import.meta.env.ADVERTISING === 'yes';

/** Returns the version of the build that the page belongs to. */
export function pageVersion(): string | undefined {
  return (window as { readonly __remixManifest?: { readonly version: string } }).__remixManifest?.version;
}
