import { create } from 'zustand';
import { PAGE_READY, TAKE_OVER, WHICH_BUILD } from '../service-worker/messages.ts';

/** Where the build puts the service worker. */
const WORKER_URL = '/service-worker.js';

/** A page that stays open for days asks now and then, when it is looked at. */
const ASK_EVERY_MS = 3_600_000;

interface UpdateState {
  /** Another build than the page's is there to be taken. */
  readonly ready: boolean;
}

export const useUpdateStore = create<UpdateState>(() => ({ ready: false }));

/** Until the next one: the visitor would rather go on. */
export const dismissUpdate = (): void => useUpdateStore.setState({ ready: false });

const announce = () => useUpdateStore.setState({ ready: true });

/** Starts the service worker. A page that cannot work offline works all the same. */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data === WHICH_BUILD) ports[0]?.postMessage(pageVersion());
  });
  serviceWorker.startMessages();
  // The first worker of all takes charge of a page that is as new as itself.
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) announce();
    isFirst = false;
  });
  const registration = await serviceWorker.register(WORKER_URL).catch(() => undefined);
  if (!registration) return;
  serviceWorker.controller?.postMessage(PAGE_READY);
  if (registration.waiting && serviceWorker.controller) announce();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && serviceWorker.controller) announce();
    });
  });
  askNowAndThen(registration);
}

function askNowAndThen(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Loads the page anew, as the build that waits. Other pages stay as they are, and say so. */
export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const waiting = registration?.waiting;
  if (waiting)
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      waiting.postMessage(TAKE_OVER);
    });
  location.reload();
}

/** The build's version, as Remix names it. */
function pageVersion(): string | undefined {
  return (window as { readonly __remixManifest?: { readonly version: string } }).__remixManifest?.version;
}
