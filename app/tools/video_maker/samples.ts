import { FudebakoError } from '#core/errors.ts';
import { showError } from '../../state/errors.ts';
import type { Desk } from './desk.ts';

const SOUND = '/samples/sample.mp3';
const PICTURES = ['/samples/sample.jpg', '/home/cropper.webp', '/home/scaler.webp'];

/** A sound, and as many pictures as make a video of it. */
export async function openSamples(desk: Desk): Promise<void> {
  const addresses = [SOUND, ...PICTURES.slice(0, desk.maker.mainSlots)];
  try {
    await desk.addFiles(await Promise.all(addresses.map(fetchFile)), undefined);
  } catch (cause) {
    showError(new FudebakoError('imageLoad', {}, { cause }));
  }
}

async function fetchFile(address: string): Promise<File> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const blob = await response.blob();
  return new File([blob], address.slice(address.lastIndexOf('/') + 1), { type: blob.type });
}
