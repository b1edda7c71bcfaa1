/** Types of the lamejs package, because the package's own types declare a different module name. */
declare module 'lamejs' {
  export class Mp3Encoder {
    constructor(channels: number, sampleRate: number, kbps: number);
    encodeBuffer(left: Int16Array, right?: Int16Array): Uint8Array | Int8Array;
    flush(): Uint8Array | Int8Array;
  }
}
