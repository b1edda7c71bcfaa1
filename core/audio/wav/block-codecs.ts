import { decodeImaBlock, imaFramesInBlock, isImaBlockValid } from './ima-adpcm.ts';
import { decodeMsBlock, isMsBlockValid, msFramesInBlock } from './ms-adpcm.ts';

interface BlockCodec {
  framesInBlock(blockBytes: number, channels: number): number;
  isValid(bytes: Uint8Array, start: number, channels: number): boolean;
  readonly decode: typeof decodeImaBlock;
  /** Bytes of which a block has a multiple, per channel. */
  readonly unitBytes: number;
}

export type BlockEncoding = 'ima-adpcm' | 'ms-adpcm';

/** Codecs that pack samples into blocks, by encoding. */
const codecs: Readonly<Record<BlockEncoding, BlockCodec>> = {
  'ima-adpcm': {
    framesInBlock: imaFramesInBlock,
    isValid: isImaBlockValid,
    decode: decodeImaBlock,
    unitBytes: 4,
  },
  'ms-adpcm': { framesInBlock: msFramesInBlock, isValid: isMsBlockValid, decode: decodeMsBlock, unitBytes: 0.5 },
};

export const blockCodec = (encoding: string): BlockCodec | undefined =>
  encoding in codecs ? codecs[encoding as BlockEncoding] : undefined;
