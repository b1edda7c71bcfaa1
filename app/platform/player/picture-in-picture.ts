/** A canvas in a small window over all others, where the browser has that. */
export interface PictureInPicture {
  /** Opens the window, or closes it. */
  toggle(): Promise<void>;
  close(): void;
}

export const hasPictureInPicture = (): boolean =>
  document.pictureInPictureEnabled === true && 'captureStream' in HTMLCanvasElement.prototype;

/**
 * The window only takes a `<video>`, so one shows the canvas as a live stream. Its own play button
 * stands for the player's.
 */
export function createPictureInPicture(
  canvas: HTMLCanvasElement,
  onPlaying: (playing: boolean) => void,
): PictureInPicture {
  let video: HTMLVideoElement | undefined;
  const close = () => {
    if (!video) return;
    const closing = video;
    video = undefined;
    if (document.pictureInPictureElement === closing) void document.exitPictureInPicture().catch(() => undefined);
    for (const track of (closing.srcObject as MediaStream | null)?.getTracks() ?? []) track.stop();
    closing.srcObject = null;
  };
  return {
    async toggle() {
      if (video) return close();
      const opening = document.createElement('video');
      video = opening;
      opening.muted = true;
      opening.srcObject = canvas.captureStream();
      repaint(canvas);
      opening.addEventListener('leavepictureinpicture', close);
      try {
        await opening.play();
        await opening.requestPictureInPicture();
        opening.addEventListener('pause', () => onPlaying(false));
        opening.addEventListener('play', () => onPlaying(true));
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}

/** The stream begins with the next painting, which a video that stands would never do. */
function repaint(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.drawImage(canvas, 0, 0);
}
