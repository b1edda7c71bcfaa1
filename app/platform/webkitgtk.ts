/** True in WebKitGTK (GNOME Web), which uses GStreamer. Its bugs crash the tab, so features can't be detected. */
function isWebKitGtk(): boolean {
  const agent = globalThis.navigator?.userAgent ?? '';
  return /AppleWebKit/.test(agent) && /X11|Wayland|Linux/.test(agent) && !/Chrome|Chromium|Android/.test(agent);
}

/** Removes `AudioDecoder` in workers: up to WebKitGTK 2.50, reading `AudioData` samples frees memory of others. */
export function hideBrokenSoundDecoder(): void {
  if (isWebKitGtk()) Reflect.deleteProperty(globalThis, 'AudioDecoder');
}

let isStarted = false;

/** Starts GStreamer on the page, because it aborts if a worker is the first to use WebCodecs. */
export function startMediaEngine(): void {
  if (isStarted || !isWebKitGtk()) return;
  isStarted = true;
  document.createElement('video').canPlayType('video/mp4');
}
