import { CancelledError, type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import { planDurations, type VideoTiming } from '#core/video/plan/durations.ts';
import { showError } from '../../messages/errors.ts';
import { sessionsBy } from '../../session/session.ts';
import { inBackground } from '../../workers/background-work.ts';
import { type FileInputs, preferVideoEncoder, runFileOperation } from '../../workers/media.ts';
import type { Job } from '../../workers/work.ts';
import { mainIndex, type SlotId, type VideoMaker } from './maker.ts';
import { ProjectDocument, wrapError } from './project-document.ts';
import { filledSlots, type SlotItem } from './slots.ts';

const DEFAULT_NAME = 'video';

/** Makes the video of a project. */
export class VideoProject extends ProjectDocument {
  missing(): ErrorCode | undefined {
    const { sound, slots } = this.state;
    if (!sound) return 'videoSoundRequired';
    const hasMain = filledSlots(this.maker, slots).some((slot) => mainIndex(slot) !== undefined);
    return hasMain ? undefined : this.maker.mainRequired;
  }

  /** Makes the video. `key` identifies its parameters and files. `encoder` is the encoder to try first. */
  async generate(params: VideoTiming, key: string, encoder: VideoEncoderName | undefined): Promise<void> {
    const { sound, slots } = this.state;
    const mains = filledSlots(this.maker, slots).filter((slot) => mainIndex(slot) !== undefined);
    if (this.state.busy) return;
    const missing = this.missing();
    if (!sound || missing) return showError(new FudebakoError(missing ?? 'videoSoundRequired'));
    const pictures = new Map<SlotId, File>();
    for (const slot of filledSlots(this.maker, slots)) {
      const { blob, name } = slots[slot] as SlotItem;
      if (!blob) return showError(new FudebakoError('videoSlotMissing'));
      pictures.set(slot, new File([blob], name, { type: blob.type }));
    }
    const main = mains.map((slot) => pictures.get(slot) as File);
    const [start, end] = [pictures.get('start'), pictures.get('end')];
    const inputs: FileInputs = {
      audio: sound.file,
      main: this.maker.mainSlots === 1 ? (main[0] as File) : main,
      ...(start && { start }),
      ...(end && { end }),
    };
    const durationSec = planDurations(sound.durationSec, params).totalSec;
    const make = async (job: Job) => {
      try {
        await preferVideoEncoder(encoder);
        const result = await runFileOperation(this.maker.operation.id, inputs, params, job);
        const name = `${baseName(sound.file.name) || DEFAULT_NAME}.${result.extension}`;
        return { video: { ...result, name, durationSec, key } };
      } catch (error) {
        if (error instanceof CancelledError) throw error;
        throw wrapError(error, 'videoMp4');
      }
    };
    const useBusy = () => this.use(({ busy }) => busy);
    await inBackground({ route: this.maker.tool, useBusy }, async () =>
      (await this.work('generating', make)) ? this.state.video?.name : undefined,
    );
  }
}

export const projectOf = sessionsBy(
  ({ tool }: VideoMaker) => tool,
  (maker) => new VideoProject(maker),
);
