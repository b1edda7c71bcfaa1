/** Hosts that give each site a name below their own: mail to such a name reaches nobody. */
const SHARED_HOSTS = [
  'amazonaws.com',
  'amplifyapp.com',
  'app.github.dev',
  'appspot.com',
  'azurestaticapps.net',
  'azurewebsites.net',
  'b-cdn.net',
  'backblazeb2.com',
  'bitbucket.io',
  'cloudfront.net',
  'codeberg.page',
  'csb.app',
  'deno.dev',
  'digitaloceanspaces.com',
  'edgeone.app',
  'firebaseapp.com',
  'fly.dev',
  'github.io',
  'gitlab.io',
  'glitch.me',
  'googleapis.com',
  'herokuapp.com',
  'hf.space',
  'kinsta.page',
  'loca.lt',
  'neocities.org',
  'netlify.app',
  'ngrok-free.app',
  'ngrok.app',
  'ngrok.io',
  'nip.io',
  'now.sh',
  'ondigitalocean.app',
  'onrender.com',
  'pages.dev',
  'r2.dev',
  'readthedocs.io',
  'replit.app',
  'replit.dev',
  'run.app',
  'sourceforge.io',
  'sslip.io',
  'stackblitz.io',
  'surge.sh',
  'tiiny.site',
  'trycloudflare.com',
  'ts.net',
  'vercel.app',
  'web.app',
  'web.core.windows.net',
  'webcontainer.io',
  'workers.dev',
];

/** Names of no public domain (RFC 6761, RFC 6762, RFC 8375, RFC 9476) and of private networks. */
const PRIVATE_DOMAINS = [
  'alt',
  'corp',
  'home',
  'home.arpa',
  'internal',
  'invalid',
  'lan',
  'local',
  'localhost',
  'onion',
  'test',
];

/**
 * The domain that takes the site's mail, by the host name of the page: its own domain, without `www.`
 * (RFC 2142).
 * @returns nothing for an IP address, a name of a private network, and a name below a shared host
 */
export function mailDomain(hostname: string): string | undefined {
  const domain = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  const isDomain = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(domain);
  const isBelow = (host: string) => domain === host || domain.endsWith(`.${host}`);
  return isDomain && ![...SHARED_HOSTS, ...PRIVATE_DOMAINS].some(isBelow) ? domain : undefined;
}
