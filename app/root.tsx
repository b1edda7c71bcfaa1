import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { useChangeLanguage } from 'remix-i18next/react';
import './app.css';
import './ui/screen/tool-head.css';
import { currentLanguage, i18n } from './locales/i18n.ts';
import { type Language, languages, needsNewerBrowser, needsScript } from './locales/languages.ts';
import { Failure } from './shell/Failure.tsx';
import { posterScript } from './shell/home/poster.ts';
import { OLD_BROWSER_ID, oldBrowserScript } from './shell/old-browser.ts';
import { manifestPath, pageHead } from './shell/page-head.ts';
import { hasScreen } from './shell/screens.ts';
import { frameColors, themeScript } from './shell/theme.ts';

/** Placeholder title in the built HTML. `scripts/dev/build/finish.ts` replaces the title for each screen. */
const APP_NAME = 'Fudebako';

/** Part of the document that only the build renders. In the browser, React keeps the existing content of this part. */
const initialMarkup = import.meta.env.SSR ? (await import('./shell/initial-markup.tsx')).initialMarkup : '';

export const clientLoader = () => ({ locale: currentLanguage() });

/** Title and description. An inline script translates both before React starts, so the built HTML may differ. */
function PageHead({ locale }: { readonly locale: Language }) {
  const route = useLocation().pathname.split('/')[1] ?? '';
  const { title, description } = import.meta.env.SSR
    ? { title: APP_NAME, description: '' }
    : pageHead(i18n.getFixedT(locale), hasScreen(route) ? route : 'home');
  return (
    <>
      <title suppressHydrationWarning>{title}</title>
      <meta name="description" content={description} suppressHydrationWarning />
      <link rel="manifest" href={manifestPath(locale)} suppressHydrationWarning />
    </>
  );
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const locale = useRouteLoaderData<typeof clientLoader>('root')?.locale ?? currentLanguage();
  return (
    <html lang={locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* The build inserts the full content security policy, with the hashes of the page's inline scripts. */}
        {import.meta.env.PROD && (
          <meta httpEquiv="Content-Security-Policy" content="object-src 'none'" suppressHydrationWarning />
        )}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {frameColors.map((frame) => (
          <meta key={frame.media} name="theme-color" {...frame} suppressHydrationWarning />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.png" type="image/png" sizes="48x48" />
        <link rel="apple-touch-icon" href="/app-icons/apple-touch-icon.png" />
        <PageHead locale={locale} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script that must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Links />
      </head>
      <body>
        <div id={OLD_BROWSER_ID} hidden suppressHydrationWarning>
          {languages.map((language) => (
            <p key={language} lang={language} className="p-4">
              {needsNewerBrowser[language]}
            </p>
          ))}
        </div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, the only one that old browsers run */}
        <script dangerouslySetInnerHTML={{ __html: oldBrowserScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script; its elements must follow the head */}
        <script dangerouslySetInnerHTML={{ __html: posterScript }} />
        {children}
        <noscript>
          {languages.map((language) => (
            <p key={language} lang={language} className="p-4">
              {needsScript[language]}
            </p>
          ))}
        </noscript>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  const { locale } = useLoaderData<typeof clientLoader>();
  useChangeLanguage(locale);
  return <Outlet />;
}

/** Placeholder until the first screen loads. Hidden from screen readers, because its content isn't interactive yet. */
export function HydrateFallback() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup from the build
  return <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: initialMarkup }} suppressHydrationWarning />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main className="px-4">
      <Failure error={error} />
    </main>
  );
}
