import i18n from 'i18next';
import type { VideoSample, WrappedAudioBuffer } from 'mediabunny';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { Player } from '#app/tools/player/engine/player.ts';
import type { PlayerState } from '#app/tools/player/engine/player-options.ts';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { showError } from '../../notices/error-queue.ts';
import { canvasScreen, clearCanvas, DEFAULT_CANVAS } from './canvas-screen.ts';
import type { Captions } from './captions-client.ts';
import type { VideoDetails } from './describe-video.ts';
import type { Damage } from './intact-samples.ts';
import { type OpenVideo, openVideo } from './open-video.ts';
import { browserTimers } from './timers.ts';

export interface VideoPlayerState {
  readonly fileName: string | undefined;
  readonly file: File | undefined;
  readonly loading: boolean;
  readonly loaded: boolean;
  readonly width: number;
  readonly height: number;
  /** Duration in seconds; 0 if no video is open. */
  readonly duration: number;
  readonly position: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly droppedFrames: number;
  readonly details: VideoDetails | undefined;
  readonly cues: readonly Cue[];
  readonly captionsName: string | undefined;
  /** Seconds by which captions are shown later than they state. */
  readonly captionDelay: number;
  /** Damaged stretches of the video that have been skipped, by time. */
  readonly damages: readonly Damage[];
}

const EMPTY: VideoPlayerState = {
  fileName: undefined,
  file: undefined,
  loading: false,
  loaded: false,
  ...DEFAULT_CANVAS,
  duration: 0,
  position: 0,
  playing: false,
  speed: 1,
  droppedFrames: 0,
  details: undefined,
  cues: [],
  captionsName: undefined,
  captionDelay: 0,
  damages: [],
};

/** Interval in milliseconds between updates of the seek bar and captions. Frames are drawn without React. */
const SHOW_POSITION_EVERY_MS = 50;

type VideoPlayer = Player<VideoSample, WrappedAudioBuffer>;

export class PlayerController {
  readonly use: UseBoundStore<StoreApi<VideoPlayerState>> = create<VideoPlayerState>(() => EMPTY);
  #canvas: HTMLCanvasElement | undefined;
  #video: OpenVideo | undefined;
  #player: VideoPlayer | undefined;
  /** Player of the next video until its first frame is decoded. Meanwhile, the open video stays visible. */
  #incoming: VideoPlayer | undefined;
  #previousState: VideoPlayerState | undefined;
  #volume = 1;
  #muted = false;
  #keepsPitch = true;
  /** Number of the newest request to open a video. Results of older requests are ignored. */
  #requestId = 0;
  #opening: AbortController | undefined;
  #reading: AbortController | undefined;
  #positionShownAt = 0;
  /** Set while the visitor drags the seek bar. `resumes` is true if playback continues afterwards. */
  #held: { resumes: boolean } | undefined;

  /** Sets the canvas for video frames; undefined on unmount, which closes the video. */
  attach(canvas: HTMLCanvasElement | null): void {
    if (!canvas) this.eject();
    this.#canvas = canvas ?? undefined;
  }

  /** Opens a video. The previous video closes after the new video's first frame is drawn. */
  async load(file: File): Promise<void> {
    this.#player?.pause();
    this.#held = undefined;
    const before = this.use.getState();
    if (before.loaded) {
      this.#previousState = before;
      this.#endReading();
    }
    this.#endOpening();
    const requestId = this.#requestId;
    // Keeps captions that were opened before their video. Removes captions of the previous video.
    const { cues, captionsName } = before.loaded ? EMPTY : before;
    this.use.setState({ ...EMPTY, fileName: file.name, file, loading: true, cues, captionsName });
    const opening = new AbortController();
    this.#opening = opening;
    try {
      const video = await openVideo(file, opening.signal, () => this.#showDamages());
      if (requestId !== this.#requestId || !this.#canvas) return video.media.close();
      await this.#start(video, this.#canvas);
      if (this.use.getState().captionsName === undefined && !this.#reading)
        void this.#showCaptions(({ readEmbedded }, signal) => readEmbedded(file, i18n.language, signal));
    } catch (error) {
      if (requestId === this.#requestId) this.#restoreStanding(withCodec(error));
    }
  }

  loadCaptions(file: File): Promise<void> {
    return this.#showCaptions(({ readCaptions }, signal) => readCaptions(file, signal));
  }

  async #showCaptions(
    read: (captions: typeof import('./captions-client.ts'), signal: AbortSignal) => Promise<Captions | undefined>,
  ): Promise<void> {
    this.#endReading();
    const reading = new AbortController();
    this.#reading = reading;
    try {
      const found = await read(await import('./captions-client.ts'), reading.signal);
      if (found && !reading.signal.aborted)
        this.use.setState({ cues: found.cues, captionsName: found.name, captionDelay: 0 });
    } catch (error) {
      if (!(error instanceof CancelledError)) showError(error);
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  #endReading(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }

  removeCaptions(): void {
    this.use.setState({ cues: [], captionsName: undefined, captionDelay: 0 });
  }

  delayCaptions(captionDelay: number): void {
    this.use.setState({ captionDelay });
  }

  /** Returns the time of the shown frame in seconds, after all pending seeks and steps. */
  async frameTime(): Promise<number> {
    await this.#player?.whenIdle();
    const state = this.#player?.state;
    return Math.max(0, state?.frameTimestamp ?? state?.position ?? 0);
  }

  eject(): void {
    this.#endOpening();
    this.#endReading();
    this.#player?.dispose();
    this.#player = undefined;
    this.#video = undefined;
    this.#previousState = undefined;
    this.#held = undefined;
    if (this.#canvas) clearCanvas(this.#canvas);
    this.use.setState(EMPTY);
  }

  #endOpening(): void {
    this.#requestId++;
    this.#opening?.abort();
    this.#incoming?.dispose();
    this.#incoming = undefined;
  }

  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#muted = muted;
    this.#player?.setVolume(volume, muted);
  }

  setKeepsPitch(keepsPitch: boolean): void {
    this.#keepsPitch = keepsPitch;
    void this.#player?.setKeepsPitch(keepsPitch);
  }

  togglePlay(): void {
    // If the visitor plays or pauses while dragging the seek bar, the end of the drag keeps that state.
    if (this.#held) this.#held.resumes = false;
    if (this.use.getState().playing) this.#player?.pause();
    else void this.#player?.play();
  }

  setPlaying(playing: boolean): void {
    if (playing !== this.use.getState().playing) this.togglePlay();
  }

  seek(position: number): void {
    void this.#player?.seek(position);
  }

  holdPosition(): void {
    if (!this.#player || this.#held) return;
    this.#held = { resumes: this.#player.state.playing };
    this.#player.pause();
  }

  /** Ends a drag of the seek bar. Playback continues, except at the end of the video. */
  releasePosition(): void {
    const held = this.#held;
    this.#held = undefined;
    const { playing, duration } = this.use.getState();
    if (held?.resumes && !playing && this.#player && this.#player.state.position < duration) void this.#player.play();
  }

  seekBy(seconds: number): void {
    if (this.#player) this.seek(this.#player.state.position + seconds);
  }

  step(frames: number): void {
    void this.#player?.step(frames);
  }

  setSpeed(speed: number): void {
    void this.#player?.setSpeed(speed);
  }

  thumbnail(position: number): Promise<HTMLCanvasElement | undefined> {
    return this.#video?.thumbnail(position) ?? Promise.resolve(undefined);
  }

  async #start(video: OpenVideo, canvas: HTMLCanvasElement): Promise<void> {
    const player: VideoPlayer = new Player<VideoSample, WrappedAudioBuffer>({
      media: video.media,
      screen: canvasScreen(canvas, video.width, video.height),
      timers: browserTimers,
      createOutput: video.createOutput,
      volume: this.#volume,
      muted: this.#muted,
      keepsPitch: this.#keepsPitch,
      onChange: (state) => player === this.#player && this.#show(state),
      onError: (error) => this.#onError(player, error),
    });
    this.#incoming = player;
    await player.open();
    if (player.disposed) return;
    this.#incoming = undefined;
    this.#previousState = undefined;
    this.#player?.dispose();
    this.#player = player;
    this.#video = video;
    player.setVolume(this.#volume, this.#muted);
    void player.setKeepsPitch(this.#keepsPitch);
    const { width, height, media } = video;
    this.use.setState({
      loading: false,
      loaded: true,
      width,
      height,
      duration: media.duration,
      damages: video.damages,
    });
    await this.#describe(video);
  }

  async #describe(video: OpenVideo): Promise<void> {
    const details = await video.describe().catch(() => undefined);
    if (this.#video !== video) return;
    if (this.#previousState) this.#previousState = { ...this.#previousState, details };
    else this.use.setState({ details });
  }

  #showDamages(): void {
    // While another video opens, the state is that video's.
    if (this.#video && this.use.getState().loaded) this.use.setState({ damages: this.#video.damages });
  }

  #onError(player: VideoPlayer, error: unknown): void {
    if (player === this.#incoming) this.#restoreStanding(error);
    else {
      // Closes a failed player, so that the visitor can open another file.
      if (player.disposed) this.eject();
      showError(error);
    }
  }

  /** Shows why the next video can't be opened, and restores the open video, if any. */
  #restoreStanding(error: unknown): void {
    this.#endOpening();
    const standing = this.#previousState;
    this.#previousState = undefined;
    if (standing) this.use.setState(standing);
    else this.eject();
    showError(error);
  }

  #show({ position, playing, speed, droppedFrames }: PlayerState): void {
    const now = performance.now();
    const steady = playing && this.use.getState().playing && now - this.#positionShownAt < SHOW_POSITION_EVERY_MS;
    if (steady) return;
    this.#positionShownAt = now;
    this.use.setState({ position, playing, speed, droppedFrames });
  }
}

function withCodec(error: unknown): unknown {
  if (!(error instanceof FudebakoError) || error.code !== 'videoCodec' || !error.data.codec) return error;
  const reason = i18n.t('media:player.codecIs', { codec: error.data.codec });
  return new FudebakoError('videoCodec', { ...error.data, reason }, { cause: error });
}
