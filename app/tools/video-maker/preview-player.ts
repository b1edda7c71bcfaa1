import type { WrappedAudioBuffer } from 'mediabunny';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { Player } from '#app/tools/player/engine/player.ts';
import type { PlayerState } from '#app/tools/player/engine/player-options.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { TRACK_RATE } from '#core/video/audio/render-audio.ts';
import type { ImageId, Timeline } from '#core/video/plan/timeline.ts';
import { showError } from '../../notices/error-queue.ts';
import { createAudioOutput } from '../player/audio-output.ts';
import { browserTimers } from '../player/timers.ts';
import type { MovingPreview } from './moving-preview.ts';
import { type FrameRange, frameAt, type MixFrame, type MixImages, type PlaybackAudio, playbackOf } from './playback.ts';

export interface PreviewPlayerState {
  /** Playback position in the previewed video, in seconds. */
  readonly position: number;
  readonly playing: boolean;
  /** True if the stage shows the video; false if the stage shows one image. */
  readonly showsVideo: boolean;
  readonly drawing: boolean;
}

export interface PreviewProgram {
  readonly timeline: Timeline;
  readonly audio: PlaybackAudio | undefined;
  readonly moving?: MovingPreview | undefined;
}

/** Draws the images of a preview. */
export interface PreviewImages<Style, Drawn> extends MixImages<Drawn> {
  /** True until the first call of `setStyle`. */
  readonly isEmpty: boolean;
  setStyle(style: Style): void;
  draw(canvas: HTMLCanvasElement, drawn: Drawn): void;
}

const SHOW_POSITION_EVERY_MS = 50;

/** Plays a video before it is made. */
export class PreviewPlayer<Style, Drawn> {
  readonly use: UseBoundStore<StoreApi<PreviewPlayerState>> = create<PreviewPlayerState>(() => ({
    position: 0,
    playing: false,
    showsVideo: false,
    drawing: false,
  }));
  readonly #images: PreviewImages<Style, Drawn>;
  #canvas: HTMLCanvasElement | undefined;
  #program: PreviewProgram | undefined;
  #player: Player<MixFrame<Drawn>, WrappedAudioBuffer> | undefined;
  #image: ImageId = 'white';
  #requestId = 0;
  #positionShownAt = 0;
  #drawing: Promise<void> | undefined;

  constructor(images: PreviewImages<Style, Drawn>) {
    this.#images = images;
  }

  /** Playback position in the previewed video, in seconds. More exact than the state, which is updated less often. */
  get position(): number {
    return this.#player?.state.position ?? this.use.getState().position;
  }

  attach(canvas: HTMLCanvasElement | null): void {
    this.#stop();
    this.#canvas = canvas ?? undefined;
    this.#redraw();
  }

  /** Changes images, timing or audio of the preview. Keeps the playback position. */
  setProgram(program: PreviewProgram | undefined, style: Style): void {
    this.#stop();
    this.#images.setStyle(style);
    this.#program = program;
    const end = program ? program.timeline.frames / program.timeline.fps : 0;
    const { position, showsVideo } = this.use.getState();
    this.use.setState({ position: Math.min(position, end), showsVideo: showsVideo && program !== undefined });
    this.#redraw();
  }

  showImage(image: ImageId): void {
    this.#image = image;
    this.showStill();
  }

  showStill(): void {
    this.#stop();
    this.use.setState({ showsVideo: false });
    this.#redraw();
  }

  seek(position: number): void {
    if (!this.#program) return;
    this.use.setState({ showsVideo: true, position });
    const player = this.#player;
    if (player) this.#follow(player.seek(position));
    else this.#redraw();
  }

  /** Shows the video, at its first frame in `range` if the position is outside. */
  showVideo({ from, to }: FrameRange): void {
    const timeline = this.#program?.timeline;
    if (!timeline) return;
    const frame = frameAt(timeline, this.use.getState().position);
    if (frame < from || frame >= to) this.seek(from / timeline.fps);
    else if (!this.use.getState().showsVideo) this.seek(this.use.getState().position);
  }

  togglePlay(): void {
    if (!this.#program) return;
    if (this.use.getState().playing) {
      this.#player?.pause();
      return;
    }
    this.use.setState({ showsVideo: true });
    void (this.#player ?? this.#start())?.play();
  }

  #stop(): void {
    this.#requestId++;
    this.#player?.dispose();
    this.#player = undefined;
    this.use.setState({ playing: false });
  }

  #redraw(): void {
    if (!this.#canvas || this.#images.isEmpty) return;
    if (this.use.getState().showsVideo) this.#start();
    else this.#follow(this.#drawStill(this.#canvas, ++this.#requestId));
  }

  #follow(drawing: Promise<void>): void {
    this.#drawing = drawing;
    this.use.setState({ drawing: true });
    void drawing.finally(() => {
      if (this.#drawing === drawing) this.use.setState({ drawing: false });
    });
  }

  async #drawStill(canvas: HTMLCanvasElement, requestId: number): Promise<void> {
    try {
      const drawn = await this.#images.load({ from: this.#image, to: this.#image, weight: 0 });
      if (requestId === this.#requestId) this.#images.draw(canvas, drawn);
    } catch (error) {
      if (requestId === this.#requestId) showError(error);
    }
  }

  #start(): Player<MixFrame<Drawn>, WrappedAudioBuffer> | undefined {
    const [canvas, program] = [this.#canvas, this.#program];
    if (!canvas || !program) return undefined;
    this.#requestId++;
    const player = new Player<MixFrame<Drawn>, WrappedAudioBuffer>({
      media: playbackOf(program.timeline, this.#images, program.audio, program.moving),
      screen: {
        draw: ({ drawn, frame }) => {
          this.#images.draw(canvas, drawn);
          program.moving?.paint(canvas, frame);
        },
      },
      timers: browserTimers,
      createOutput: () => createAudioOutput(TRACK_RATE),
      volume: 1,
      muted: false,
      keepsPitch: true,
      onChange: (state) => this.#show(state),
      onError: (error) => {
        if (player.disposed) this.#stop();
        // Shows the error's cause if known, because only the cause says why an image can't be drawn.
        showError(error.cause instanceof FudebakoError ? error.cause : error);
      },
    });
    this.#player = player;
    this.#follow(player.seek(this.use.getState().position));
    return player;
  }

  #show({ position, playing }: PlayerState): void {
    const now = performance.now();
    const steady = playing && this.use.getState().playing && now - this.#positionShownAt < SHOW_POSITION_EVERY_MS;
    if (steady) return;
    this.#positionShownAt = now;
    this.use.setState({ position, playing });
  }
}
