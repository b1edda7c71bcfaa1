import { useOfflineCopy } from '../notices/offline-copy.ts';
import { useUpdateStore } from '../notices/update.ts';
import { COMPLETE_COPY, IS_COPY_COMPLETE, PAGE_READY, WHICH_BUILD } from '../service-worker/messages.ts';
import { pageVersion } from './site.ts';

const WORKER_URL = '/service-worker.js';

/** Minimum milliseconds between checks for updates. A check runs when an open page becomes visible. */
const UPDATE_CHECK_MS = 3_600_000;

const announce = () => useUpdateStore.setState({ ready: true });

/** Milliseconds until registration in browsers without `requestIdleCallback`, such as Safari before version 18.4. */
const IDLE_AFTER_MS = 1000;

export function startServiceWorkerWhenIdle(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(() => startServiceWorker().catch(() => undefined));
  void navigator.serviceWorker.ready.then(({ active }) => whenIdle(() => active && completeOfflineCopy(active)));
}

function whenIdle(act: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, IDLE_AFTER_MS);
}

function completeOfflineCopy(worker: ServiceWorker): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => useOfflineCopy.setState(data);
  worker.postMessage(mayBeMetered() ? IS_COPY_COMPLETE : COMPLETE_COPY, [port2]);
}

/** True if the browser or the device saves data, or on a phone or tablet whose browser doesn't tell. */
function mayBeMetered(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean; readonly type?: string } };
  if (!connection) return matchMedia('(pointer: coarse)').matches;
  return connection.saveData === true || connection.type === 'cellular';
}

async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data === WHICH_BUILD) ports[0]?.postMessage(pageVersion());
  });
  serviceWorker.startMessages();
  // The first service worker that controls a page belongs to the page's build, so that service worker isn't an update.
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
  checkForUpdates(registration);
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < UPDATE_CHECK_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
