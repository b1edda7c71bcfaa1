/**
 * WebKitGTK (GNOME Web) is no Safari: its media are GStreamer's. What is here ends its tab, so that a feature cannot be
 * tried first.
 */
function isWebKitGtk(): boolean {
  // Node of the tests may have no navigator.
  const agent = globalThis.navigator?.userAgent ?? '';
  return /AppleWebKit/.test(agent) && /X11|Wayland|Linux/.test(agent) && !/Chrome|Chromium|Android/.test(agent);
}

/** In a worker: up to version 2.50, taking samples out of an `AudioData` frees what is not its own. */
export function hideBrokenSoundDecoder(): void {
  if (isWebKitGtk()) Reflect.deleteProperty(globalThis, 'AudioDecoder');
}

let isStarted = false;

/** On the page, before a worker uses WebCodecs: GStreamer aborts where a worker is the first to ask for it. */
export function startMediaEngine(): void {
  if (isStarted || !isWebKitGtk()) return;
  isStarted = true;
  document.createElement('video').canPlayType('video/mp4');
}
