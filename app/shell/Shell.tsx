import { Outlet, useLocation, useRouteError } from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferStore } from '../intake/arrivals.ts';
import { useAnnouncement } from '../notices/announce.ts';
import { useNotices } from '../notices/notices.ts';
import { useUpdateStore } from '../notices/update.ts';
import type { EarlyCall } from '../recipes/RecipeDialogs.tsx';
import { hasUnreadableFiles } from '../storage/unreadable-flag.ts';
import { isComposing, isTyping } from '../ui/keys.ts';
import { ErrorDialog } from './ErrorDialog.tsx';
import { Failure } from './Failure.tsx';
import { LazyPalette } from './LazyPalette.tsx';
import { MobileBar } from './MobileBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { startServiceWorkerWhenIdle } from './service-worker.ts';
import './shell.css';
import { useFileArrivals } from '../intake/use-drop-and-paste.ts';
import { usePaletteShortcut } from './use-palette-shortcut.ts';

const MAIN = 'content';

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Keeps the sidebar and bars visible if a screen crashes, so the visitor can open another screen. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <Frame>
      <Failure error={error} />
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const main = useFocusOnNavigation();
  usePaletteShortcut();
  useFileArrivals();
  useServiceWorker();
  return (
    <>
      <a
        href={`#${MAIN}`}
        className="button button-primary fixed top-2 left-2 z-20 -translate-y-16 focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skipToContent')}
      </a>
      <MobileBar />
      <div className="lg:grid lg:grid-cols-[13.75rem_minmax(0,1fr)]">
        <aside className="sticky top-0 h-dvh border-e border-line max-lg:hidden">
          <Sidebar />
        </aside>
        <main ref={main} id={MAIN} tabIndex={-1} className="content">
          <LazyNotices />
          <LazyAnnouncement />
          {children}
        </main>
      </div>
      <ErrorDialog />
      <LazyPalette />
      <LazyOpenWith />
      <Suspense>
        <LazyRecipeDialogs />
      </Suspense>
    </>
  );
}

/** Registers the service worker once the page is idle, because precaching would delay the first screen. */
function useServiceWorker() {
  useEffect(() => {
    if (import.meta.env.PROD) startServiceWorkerWhenIdle();
  }, []);
}

/** Focuses the new screen's heading after navigation, so screen readers read the heading and Tab continues there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    const heading = main.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const RecipeDialogs = lazy(() => import('../recipes/RecipeDialogs.tsx'));

/** Events that count as a visitor's first input, after which the recipe dialogs load. */
const FIRST_SIGNS = ['pointermove', 'pointerdown', 'keydown', 'paste'] as const;

function LazyRecipeDialogs() {
  const { hash } = useLocation();
  const [wanted, setWanted] = useState(false);
  // Keeps the recipe dialogs mounted after the recipe has been removed from the page's address.
  if (hash && !wanted) setWanted(true);
  const early = useRef<EarlyCall>({});
  const [listening] = useState(() => new AbortController());
  useEffect(() => {
    const { signal } = listening;
    const onSign = (event: Event) => {
      setWanted(true);
      if (isTyping(event.target)) return;
      // Reads the clipboard data immediately, because the data is readable only during the event.
      if (event instanceof ClipboardEvent) early.current = { text: event.clipboardData?.getData('text/plain') };
      else if (event instanceof KeyboardEvent && !isComposing(event)) early.current = { key: event.key };
    };
    for (const sign of FIRST_SIGNS) window.addEventListener(sign, onSign, { signal });
  }, [listening]);
  return wanted ? (
    <Suspense>
      <RecipeDialogs early={early} onReady={() => listening.abort()} />
    </Suspense>
  ) : null;
}

const OpenWith = lazy(() => import('./OpenWith.tsx'));

function LazyOpenWith() {
  const offered = useOfferStore((state) => state.offered !== undefined);
  const [wanted, setWanted] = useState(false);
  if (offered && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <OpenWith />
    </Suspense>
  ) : null;
}

const Announcement = lazy(() => import('./Announcement.tsx'));

function LazyAnnouncement() {
  const wanted = useAnnouncement(({ count }) => count > 0);
  return wanted ? (
    <Suspense>
      <Announcement />
    </Suspense>
  ) : null;
}

const Notices = lazy(() => import('./Notices.tsx'));

function LazyNotices() {
  const ready = useUpdateStore((state) => state.ready);
  const wanted = useNotices((state) => state.shown.length > 0) || ready;
  useEffect(() => {
    if (hasUnreadableFiles())
      void import('../storage/unreadable-files.ts').then(({ restoreUnreadableFiles }) => restoreUnreadableFiles());
  }, []);
  return (
    <div aria-live="polite" className="notices grid gap-2 [&:not(:empty)]:mb-4">
      {wanted && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
    </div>
  );
}
