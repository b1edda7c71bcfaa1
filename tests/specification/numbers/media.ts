import { ACCEPTED_AUDIO } from '#app/intake/accepted-audio.ts';
import { DEFAULT_AUDIO, VOLUME } from '#app/tools/player/audio-settings.ts';
import { DEFAULT_CANVAS } from '#app/tools/player/canvas-screen.ts';
import { FRAME_WAIT_MS } from '#app/tools/player/engine/player.ts';
import { AUDIO_LOOKAHEAD_SECONDS, AUDIO_LOOP_MS } from '#app/tools/player/engine/player-audio.ts';
import { ACCEPTED_VIDEOS } from '#app/tools/player/files.ts';
import { wholeSeconds } from '#app/tools/player/PlayerControls.tsx';
import { audioVideoMaker, slideshowMaker } from '#app/tools/video-maker/maker.ts';
import { makerTabs } from '#app/tools/video-maker/maker-view.ts';
import { wavHeader } from '#core/audio/wav/wav-writer.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { TRACK_CHANNELS, TRACK_RATE } from '#core/video/audio/render-audio.ts';
import { WATERMARK_HEIGHT } from '#core/video/final-frame.ts';
import { bitRateFor } from '#core/video/h264/encoder-settings.ts';
import { x264Options } from '#core/video/h264/x264-options.ts';
import { FINAL_SEC, MIN_MAIN_SEC, planDurations } from '#core/video/plan/durations.ts';
import { GOP_SEC, MOVING_GOP_SEC } from '#core/video/plan/gop-plan.ts';
import { resolutions } from '#core/video/plan/resolutions.ts';
import { slideFrames } from '#core/video/plan/slideshow.ts';
import type { DeclaredFact } from './fact.ts';

const wholePart = { default: 0, min: 0, fractionDigits: 0 };
const fit = { options: ['cover', 'contain'] };
const timing = { durStartSec: 3, durEndSec: 2, trimStartSec: 1, trimEndSec: 2, blankStartSec: 4, blankEndSec: 5 };
const rateAt = (quality: number) => bitRateFor({ width: 1920, height: 1080, fps: 30, quality });
const levelsBegin = Array.from({ length: 51 }, (_, before) => before + 1).filter((quality) => rateAt(quality) !== rateAt(quality - 1)); // biome-ignore format: one thing
const pcm16 = { channels: 2, sampleRate: 44_100, bitsPerSample: 16, isFloat: false, sampleFrames: 10, trailerBytes: 0 };

// biome-ignore format: a line a fact
export const mediaFacts: readonly DeclaredFact[] = [
  { of: '3, Resolution presets', is: resolutions, documented: { yt_1080p_landscape: { width: 1920, height: 1080 }, tt_1080p_vertical: { width: 1080, height: 1920 }, square_1080: { width: 1080, height: 1080 }, yt_720p_landscape: { width: 1280, height: 720 }, tt_720p_vertical: { width: 720, height: 1280 } } },
  { of: '3, Resolution presets: complete list', is: Object.keys(resolutions).length, documented: 5 },
  ...[soundToVideo, soundToSlideshow].flatMap(({ id, params }): DeclaredFact[] => [
    { of: `5, Video: whole seconds of ${id}`, is: params, documented: { durStartSec: wholePart, durEndSec: wholePart, trimStartSec: wholePart, trimEndSec: wholePart, blankStartSec: wholePart, blankEndSec: wholePart } },
    { of: `9, Fit modes of ${id}`, is: params, documented: { fitStart: fit, fitMain: fit, fitEnd: fit } },
    { of: `9, Video screens: frame rate of ${id}`, is: params.frameRate, documented: { default: 30, min: 1, max: 60, fractionDigits: 0 } },
    { of: `9, Video screens: quality of ${id}`, is: params.quality, documented: { default: 23 } },
    { of: `9, the watermark of ${id} is on by default in the page`, is: params.watermark, documented: { default: false, pageDefault: true } },
  ]),
  { of: '9, Video screens: ≤ 19 is high, ≤ 25 medium, else low', is: levelsBegin, documented: [20, 26] },
  { of: '9, Video screens: quality is the CRF of x264', is: x264Options({ quality: 23 }), documented: { crf: '23' } },
  { of: '9, Video screens: keyframe interval', is: [GOP_SEC, MOVING_GOP_SEC], documented: [2, 8] },
  { of: '9, Video screens: audio', is: [TRACK_RATE, TRACK_CHANNELS], documented: [44_100, 2] },
  { of: '9, final watermark frame', is: [FINAL_SEC, WATERMARK_HEIGHT], documented: [1, 0.25] },
  { of: '4, Main duration', is: planDurations(20.9, timing), documented: { effectiveAudioSec: 26.9, startSec: 3, mainSec: 21, playedMainSec: 21, endSec: 2, totalSec: 36 } },
  { of: '4, Main duration: main is shown for at least a second', is: planDurations(4, { ...timing, durStartSec: 30 }), documented: { mainSec: 0, playedMainSec: 1 } },
  { of: '9, Slideshow: minimum main duration', is: MIN_MAIN_SEC, documented: 1 },
  { of: '2, tabs of the video tools', is: makerTabs, documented: ['resolution', 'sound', 'start', 'main', 'end'] },
  { of: '9, Slideshow: main images', is: [audioVideoMaker.mainSlots, slideshowMaker.mainSlots, soundToSlideshow.params.fitMainArray.maxItems], documented: [1, 20, 20] },
  { of: '9, Slideshow: image duration', is: soundToSlideshow.params.imageDurationSec, documented: { default: 2.5, min: 0.1, step: 0.1, fractionDigits: 1 } },
  { of: '9, Slideshow: transition', is: soundToSlideshow.params.transitionSec, documented: { default: 0.3, min: 0, fractionDigits: 1 } },
  { of: '4, Slideshow: a crossfade is never more than half an image', is: slideFrames({ imageDurationSec: 1, transitionSec: 5 }, 2, 30), documented: { image: 30, transition: 15 } },
  { of: '4, Slideshow: one image has no crossfade', is: slideFrames({ imageDurationSec: 1, transitionSec: 0.3 }, 1, 30), documented: { transition: 0 } },
  { of: '5, Files: audio types of the video tools, before those of other audio', is: ACCEPTED_AUDIO.split(',').slice(0, 6), documented: ['.wav', '.mp3', 'audio/wav', 'audio/x-wav', 'audio/mpeg', 'audio/mp3'] },

  { of: '2, Video player: files', is: ACCEPTED_VIDEOS.split(',')[0], documented: 'video/*' },
  { of: '2, Video player: canvas', is: DEFAULT_CANVAS, documented: { width: 640, height: 360 } },
  { of: '2, Video player: seek slider', is: [0, 0.4, 1.9, 7.5, Number.NaN].map(wholeSeconds), documented: [1, 1, 1, 7, 1] },
  { of: '2, Video player: volume slider', is: VOLUME, documented: { min: 0, max: 1, step: 0.01 } },
  { of: '3, Video player: volume', is: [DEFAULT_AUDIO.volume, DEFAULT_AUDIO.muted], documented: [1, false] },
  { of: '9, Audio: lookahead', is: AUDIO_LOOKAHEAD_SECONDS, documented: 0.4 },
  { of: '9, Audio: frame wait', is: FRAME_WAIT_MS, documented: 10 },
  { of: '9, Audio: loop', is: AUDIO_LOOP_MS, documented: 30 },

  { of: '5, Audio output: MP3 bitrate', is: wavToMp3.params.bitrate, documented: { default: 192, min: 32, max: 320 } },
  { of: '5, Audio output: extensions', is: [wavToMp3.extensions, mp3ToWav.extensions], documented: [['mp3'], ['wav']] },
  { of: '5, Files: extensions of the audio converters', is: [wavToMp3.inputs.audio.extensions, mp3ToWav.inputs.audio.extensions], documented: [['wav'], ['mp3']] },
  { of: '9, Audio: WAV of 16 bits', is: mp3ToWav.params.bitDepth.default, documented: '16' },
  { of: '9, Audio: WAV header', is: wavHeader(pcm16).length, documented: 44 },
];
