import { type Output, TextSubtitleSource } from 'mediabunny';

/** A caption of a text track. Captions of a track don't overlap. */
export interface TrackCaption {
  /** Seconds from the start of the video. */
  readonly startSec: number;
  /** The caption as a cue of WebVTT, with its timing line. */
  readonly webVtt: string;
}

/** Adds a text track (WebVTT, ISO/IEC 14496-30) to the MP4. Captions are written up to the time of the last frame. */
export function createCaptionWriter(output: Output, captions: readonly TrackCaption[]) {
  const source = new TextSubtitleSource('webvtt');
  // Each caption is a packet, and so is each gap before a caption.
  output.addSubtitleTrack(source, { maximumPacketCount: 2 * captions.length + 1 });
  let next = 0;
  return async (time: number): Promise<void> => {
    for (let caption = captions[next]; caption && caption.startSec < time; caption = captions[next]) {
      await source.add(`${next === 0 ? 'WEBVTT\n\n' : ''}${caption.webVtt}\n\n`);
      next++;
    }
  };
}
