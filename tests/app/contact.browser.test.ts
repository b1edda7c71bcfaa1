import { createInstance } from 'i18next';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { en } from '#app/locales/en.ts';
import { enPages } from '#app/locales/pages/pages-en.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('the contact page copies the support address and a form for a report, and confirms each copy', async () => {
  vi.stubEnv('SUPPORT_ADDRESS', 'help@fude.example');
  const { default: Contact } = await import('#app/routes/contact.tsx');
  const i18n = createInstance({ lng: 'en', ns: ['app', 'pages'], defaultNS: 'app' });
  await i18n.init({ resources: { en: { app: en, pages: enPages } } });
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  try {
    flushSync(() => root.render(createElement(I18nextProvider, { i18n }, createElement(Contact))));
    const [address, report] = host.querySelectorAll('button');
    expect(address?.textContent).toBe('Copy address');
    address?.click();
    await expect.poll(() => address?.textContent).toBe('Copied');
    report?.click();
    await expect.poll(() => report?.textContent).toBe('Copied');
    expect(copied[0]).toBe('help@fude.example');
    const { doing, message, browser } = enPages.contact.helps;
    for (const line of [`${doing}:`, `${message}:`, `${browser}:`, navigator.userAgent])
      expect(copied[1]).toContain(line);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Refused', 'NotAllowedError'));
    report?.click();
    await expect.poll(() => host.querySelector('textarea')?.value).toBe(copied[1]);
  } finally {
    root.unmount();
    host.remove();
  }
});
