/** Matches email addresses that a `mailto:` URL accepts without escapes. */
const ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/** Returns Vite's `define` for the support address and ads on the privacy page. Throws for an invalid value. */
export function siteSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { SUPPORT_ADDRESS = '', ADVERTISING = '' } = env;
  if (SUPPORT_ADDRESS !== '' && !ADDRESS.test(SUPPORT_ADDRESS))
    throw new Error(`SUPPORT_ADDRESS must be an email address, not ${SUPPORT_ADDRESS}`);
  if (!['', 'yes', 'no'].includes(ADVERTISING)) throw new Error(`ADVERTISING must be yes or no, not ${ADVERTISING}`);
  return {
    'import.meta.env.SUPPORT_ADDRESS': JSON.stringify(SUPPORT_ADDRESS),
    'import.meta.env.ADVERTISING': JSON.stringify(ADVERTISING),
  };
}
