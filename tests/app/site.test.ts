import { UNSAFE_RemixContext as RemixContext } from '@remix-run/react';
import { createInstance } from 'i18next';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { en } from '#app/locales/en.ts';
import { ja } from '#app/locales/ja.ts';
import { enPages } from '#app/locales/pages/pages-en.ts';
import { jaPages } from '#app/locales/pages/pages-ja.ts';
import { siteSettings } from '#scripts/dev/build/site.ts';

const tables = { en, ja };
const pages = { en: enPages, ja: jaPages };
const remix = { manifest: { routes: {} }, routeModules: {}, future: {}, isSpaMode: true } as never;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Returns the HTML of a text page's first render, in a build with these settings. */
async function pageOf(
  route: 'contact' | 'privacy' | 'site_issues',
  {
    language = 'en',
    hostname = 'localhost',
    ...settings
  }: { language?: 'en' | 'ja'; hostname?: string; SUPPORT_ADDRESS?: string; ADVERTISING?: string } = {},
): Promise<string> {
  vi.resetModules();
  vi.stubGlobal('location', { hostname });
  for (const name of ['SUPPORT_ADDRESS', 'ADVERTISING'] as const) vi.stubEnv(name, settings[name] ?? '');
  const { default: Page } = (await import(`../../app/routes/${route}.tsx`)) as { default: FunctionComponent };
  const i18n = createInstance({
    lng: language,
    ns: ['app', 'pages'],
    defaultNS: 'app',
    interpolation: { escapeValue: false },
  });
  await i18n.init({ resources: { [language]: { app: tables[language], pages: pages[language] } } });
  const router = createMemoryRouter([{ path: '/', element: createElement(Page) }]);
  const html = renderToStaticMarkup(
    createElement(
      RemixContext.Provider,
      { value: remix },
      createElement(I18nextProvider, { i18n }, createElement(RouterProvider, { router })),
    ),
  );
  return html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  const about = pages[language];

  it('the contact page links the build’s support address, and says that replies take a while', async () => {
    const html = await pageOf('contact', { language, SUPPORT_ADDRESS: 'help@fude.example' });
    expect(html).toMatch(/<a href="mailto:help@fude\.example"[^>]*>help@fude\.example<\/a>/);
    for (const sentence of [about.contact.note, about.contact.body, about.contact.copyAddress, about.contact.helpful])
      expect(html).toContain(sentence);
    expect(html).not.toContain(about.contact.noMailbox);
  });

  it('without a support address the contact page links the address support@ at the site’s own domain', async () => {
    const html = await pageOf('contact', { language, hostname: 'www.fude.example' });
    expect(html).toMatch(/<a href="mailto:support@fude\.example"[^>]*>support@fude\.example<\/a>/);
    expect(html).not.toContain(about.contact.noMailbox);
    const named = await pageOf('contact', { language, hostname: 'fude.example', SUPPORT_ADDRESS: 'help@mail.example' });
    expect(named).toContain('mailto:help@mail.example');
    expect(named).not.toContain('support@');
  });

  it.each(['localhost', '203.0.113.7', 'someone.github.io', 'fude.pages.dev'])(
    'on %s no page shows a support address',
    async (hostname) => {
      expect(await pageOf('contact', { language, hostname })).toContain(about.contact.noMailbox);
      for (const route of ['contact', 'privacy', 'site_issues'] as const)
        expect(await pageOf(route, { language, hostname })).not.toMatch(
          /tell us|write to us|contact us|let us know|mailto:|お知らせください|お送りください/i,
        );
    },
  );

  it('without a support address or a domain the contact page says how to report, and shows no address', async () => {
    const html = await pageOf('contact', { language });
    for (const sentence of [about.contact.noMailbox, about.contact.helpful, ...Object.values(about.contact.helps)])
      expect(html).toContain(sentence);
    expect(html).not.toMatch(/mailto:|@/);
  });

  it('the privacy page says that files stay on the device, and mentions advertising only if the site has any', async () => {
    const plain = await pageOf('privacy', { language });
    expect(plain).toContain(about.privacy.files.body);
    expect(plain).toMatch(/href="\/contact"/);
    expect(plain).not.toContain(about.privacy.ads.title);
    const advertised = await pageOf('privacy', { language, ADVERTISING: 'yes' });
    for (const sentence of [about.privacy.ads.title, about.privacy.ads.body, about.privacy.files.body])
      expect(advertised).toContain(sentence);
  });

  it('the page of known issues has an introduction and four topics', async () => {
    const html = await pageOf('site_issues', { language });
    const { intro, fonts, slideshow, thumbnail, rotation } = about.site_issues;
    expect(html).toContain(intro);
    const topics = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(topics).toEqual([fonts, slideshow, thumbnail, rotation].map(({ title }) => title));
    expect(html).toContain(fonts.body);
    for (const tool of ['editor', 'sound_to_slide_show_video', 'shape_editor', 'advanced_text_editor'])
      expect(html).toContain(`href="/${tool}"`);
    expect(html).not.toContain('href="/contact"');
    expect(await pageOf('site_issues', { language, hostname: 'fude.example' })).toContain('href="/contact"');
  });
});

describe('the settings of a build', () => {
  it('reach the page’s code, and are empty by default', () => {
    expect(siteSettings({ SUPPORT_ADDRESS: 'help+fude@mail.example', ADVERTISING: 'yes', PATH: '/bin' })).toEqual({
      'import.meta.env.SUPPORT_ADDRESS': '"help+fude@mail.example"',
      'import.meta.env.ADVERTISING': '"yes"',
    });
    expect(Object.values(siteSettings({}))).toEqual(['""', '""']);
  });

  it.each([
    { SUPPORT_ADDRESS: 'support' },
    { SUPPORT_ADDRESS: 'a@b.example?subject=x' },
    { SUPPORT_ADDRESS: '"><script>@b.example' },
    { ADVERTISING: 'true' },
  ])('stop the build if they are invalid: %j', (env) => {
    expect(() => siteSettings(env)).toThrow(Object.values(env)[0]);
  });
});
