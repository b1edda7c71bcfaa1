/** True in WebKitGTK (GNOME Web). Checks the user agent, because feature detection would crash the tab. */
function isWebKitGtk(): boolean {
  const agent = globalThis.navigator?.userAgent ?? '';
  return /AppleWebKit/.test(agent) && /X11|Wayland|Linux/.test(agent) && !/Chrome|Chromium|Android/.test(agent);
}

/** Removes `AudioDecoder` in workers, because reading `AudioData` samples corrupts memory up to WebKitGTK 2.50. */
export function hideBrokenSoundDecoder(): void {
  if (isWebKitGtk()) Reflect.deleteProperty(globalThis, 'AudioDecoder');
}

let isStarted = false;

/** Starts GStreamer on the page, because GStreamer aborts if a worker is the first to use WebCodecs. */
export function startMediaEngine(): void {
  if (isStarted || !isWebKitGtk()) return;
  isStarted = true;
  document.createElement('video').canPlayType('video/mp4');
}
