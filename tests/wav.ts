/** Returns a WAV file of interleaved 16-bit samples after a plain header of 44 bytes, independent of the code under test. */
export function wavOf(samples: Int16Array, sampleRate: number, channels = 1): Uint8Array<ArrayBuffer> {
  const block = channels * 2;
  const view = new DataView(new ArrayBuffer(44 + samples.byteLength));
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index++) view.setUint8(at + index, letters.charCodeAt(index));
  };
  text(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.byteLength, true);
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample, true);
  return new Uint8Array(view.buffer);
}
