import { desk } from '../../desk/desk.ts';
import { changeAudio, type DeskValue } from '../../desk/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { createView } from '../../document/view.ts';
import { showError } from '../../notices/error-queue.ts';
import { keepUnreadableFile } from '../../storage/unreadable-files.ts';
import { summarizeAudio } from '../../workers/media-client.ts';

export interface AnimationAudio {
  /** ID of the stored file. */
  readonly id: string;
  readonly file: File;
  readonly durationSec: number;
}

const audios = createView<AnimationAudio>(async (id) => {
  const file = await thisTab().files.open(id, 'audioMetadata');
  const { durationSec } = await summarizeAudio(file);
  return { id, file, durationSec: durationSec ?? 0 };
});

const idOf = ({ audio }: DeskValue) => audio?.id ?? [];
desk.document.use.subscribe(follow);
audios.use.subscribe(dropUnreadable);
follow();

function follow(): void {
  audios.want([desk.document.present()].flatMap(idOf), desk.document.values().flatMap(idOf));
}

/** Takes a stored audio file that can't be decoded out of the document, and offers the file for download. */
function dropUnreadable(): void {
  const { audio } = desk.document.present();
  if (!audio || audios.get(audio.id).state !== 'failed') return;
  const blob = thisTab().files.peek(audio.id);
  if (blob) void keepUnreadableFile(audio.name, blob);
  desk.document.change('removeAudio', changeAudio(undefined));
}

/** Returns the audio of text animations once it has been read. */
export const useAnimationAudio = (): AnimationAudio | undefined =>
  audios.useReady(desk.document.use(({ history }) => history.present.audio?.id));

export function animationAudio(): AnimationAudio | undefined {
  const { audio } = desk.document.present();
  const read = audio && audios.get(audio.id);
  return read?.state === 'ready' ? read.value : undefined;
}

/** Adds an audio file once it has been read, unless a newer file is added meanwhile. Reports unreadable files. */
export async function addAnimationAudio(file: File): Promise<void> {
  const audio = { id: thisTab().files.add(file), name: file.name };
  await desk.document
    .attempt('addAudio', changeAudio(audio), () => audios.read(audio.id), 'audio')
    .catch((error) => showError(error, file.name));
}

export const removeAnimationAudio = (): void => desk.document.change('removeAudio', changeAudio(undefined));
