/** A mailbox that `mailto:` accepts without escaping. */
const ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/**
 * Returns Vite `define` entries from the build's environment: `SUPPORT_ADDRESS`, shown on the contact page, and
 * `ADVERTISING=yes`, mentioned on the privacy page.
 * @throws Error for an invalid value
 */
export function siteSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { SUPPORT_ADDRESS = '', ADVERTISING = '' } = env;
  if (SUPPORT_ADDRESS !== '' && !ADDRESS.test(SUPPORT_ADDRESS))
    throw new Error(`SUPPORT_ADDRESS is no mail address: ${SUPPORT_ADDRESS}`);
  if (!['', 'yes', 'no'].includes(ADVERTISING)) throw new Error(`ADVERTISING is yes or no, not ${ADVERTISING}`);
  return {
    'import.meta.env.SUPPORT_ADDRESS': JSON.stringify(SUPPORT_ADDRESS),
    'import.meta.env.ADVERTISING': JSON.stringify(ADVERTISING),
  };
}
