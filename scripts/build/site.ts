/** A mailbox as `mailto:` takes it without escapes. */
const ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/**
 * What the environment of a build says of the site, for Vite's `define`: `SUPPORT_ADDRESS`, the mailbox
 * that the contact page names, and `ADVERTISING=yes`, where the privacy page has to speak of it.
 * @throws where one of them cannot be what is meant
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
