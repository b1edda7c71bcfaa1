/** Shared hosts that give each site a subdomain without email. */
const SHARED_HOSTS = `
  amazonaws.com amplifyapp.com app.github.dev appspot.com azurestaticapps.net azurewebsites.net b-cdn.net
  backblazeb2.com bitbucket.io cloudfront.net codeberg.page csb.app deno.dev digitaloceanspaces.com edgeone.app
  firebaseapp.com fly.dev github.io gitlab.io glitch.me googleapis.com herokuapp.com hf.space kinsta.page loca.lt
  neocities.org netlify.app ngrok-free.app ngrok.app ngrok.io nip.io now.sh ondigitalocean.app onrender.com
  pages.dev r2.dev readthedocs.io replit.app replit.dev run.app sourceforge.io sslip.io stackblitz.io surge.sh
  tiiny.site trycloudflare.com ts.net vercel.app web.app web.core.windows.net webcontainer.io workers.dev`;

/** Non-public top-level domains (RFC 6761, RFC 6762, RFC 8375, RFC 9476) and private network names. */
const PRIVATE_DOMAINS = 'alt corp home home.arpa internal invalid lan local localhost onion test';

/** Returns the host name without `www.` (RFC 2142); undefined for IP addresses, private networks and shared hosts. */
export function mailDomain(hostname: string): string | undefined {
  const domain = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  const isDomain = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(domain);
  const isBelow = (host: string) => domain === host || domain.endsWith(`.${host}`);
  return isDomain && !`${SHARED_HOSTS} ${PRIVATE_DOMAINS}`.trim().split(/\s+/).some(isBelow) ? domain : undefined;
}
