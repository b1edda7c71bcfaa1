export interface PictureInPicture {
  toggle(): Promise<void>;
  close(): void;
}

export const hasPictureInPicture = (): boolean =>
  document.pictureInPictureEnabled === true && 'captureStream' in HTMLCanvasElement.prototype;

/** Picture-in-picture accepts only `<video>` elements, so a `<video>` shows a stream of the player's canvas. */
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

/** Repaints the canvas. The stream sends its first frame only after a paint, and a paused video doesn't paint. */
function repaint(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.drawImage(canvas, 0, 0);
}
