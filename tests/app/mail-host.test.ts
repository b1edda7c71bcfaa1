import { expect, it } from 'vitest';
import { mailDomain } from '#app/shell/mail-host.ts';

it.each([
  ['fudebako.jp', 'fudebako.jp'],
  ['www.fudebako.jp', 'fudebako.jp'],
  ['Tools.Fudebako.JP.', 'tools.fudebako.jp'],
  ['fude.co.jp', 'fude.co.jp'],
  ['xn--v6q68t.jp', 'xn--v6q68t.jp'],
  ['mygithub.io', 'mygithub.io'],
])('a site at %s gets a contact e-mail address at the domain %s', (host, domain) => {
  expect(mailDomain(host)).toBe(domain);
});

it.each([
  '',
  'localhost',
  'fude.localhost',
  'printer',
  '127.0.0.1',
  '203.0.113.7',
  '[::1]',
  'nas.local',
  'fude.internal',
  'router.home.arpa',
  'someone.github.io',
  'fude.pages.dev',
  'deploy-1--fude.netlify.app',
  'fude.vercel.app',
  'fude.web.app',
  'fude.firebaseapp.com',
  'fude.s3-website.eu-central-1.amazonaws.com',
  'github.io',
])('a site at %s gets no contact e-mail address', (host) => {
  expect(mailDomain(host)).toBeUndefined();
});
