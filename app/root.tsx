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
import './parts/screen/tool-head.css';
import { currentLanguage, i18n } from './locales/i18n.ts';
import { type Language, languages, needsNewerBrowser, needsScript } from './locales/languages.ts';
import { Failure } from './shell/Failure.tsx';
import { posterScript } from './shell/home/poster.ts';
import { manifestPath, pageHead } from './shell/page-head.ts';
import { hasScreen } from './shell/screens.ts';
import { OLD_BROWSER_ID, oldBrowserScript } from './state/old-browser.ts';
import { frameColors, themeScript } from './state/theme.ts';

/** The title that the build writes; `scripts/build/finish.ts` replaces it in the document of each screen. */
const APP_NAME = 'Fudebako';

/** Stands in the document that the build writes. The page's own scripts do not have it, and leave there what they find. */
const firstWindow = import.meta.env.SSR ? (await import('./shell/first-window.tsx')).firstWindow : '';

export const clientLoader = () => ({ locale: currentLanguage() });

/**
 * Title and description of the screen. The document has them in the visitor's language before any script of the app runs
 * (`shell/first-window.tsx`), so the first rendering may find other texts than the build wrote.
 */
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
        {/* The build writes the policy, once it has the page's inline scripts. */}
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it has to run before the first paint */}
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; old browsers run no other script */}
        <script dangerouslySetInnerHTML={{ __html: oldBrowserScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; what it adds has to come after all of the head */}
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

/** What is seen until the first screen is there. Nothing of it can be used, so it is not read out: the screen is, a moment later. */
export function HydrateFallback() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, from the build
  return <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: firstWindow }} suppressHydrationWarning />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main className="px-4">
      <Failure error={error} />
    </main>
  );
}
