/**
 * The web standards that browsers and Node (20 and later) share, as far as core uses them. Core is compiled without
 * the library of either, so what stands here is all there is.
 */

declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  /** With `stream`, a character cut at the end is left out. */
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

/** One character for each byte that base64 text stands for. */
declare function atob(base64: string): string;

/** The other way round: characters up to U+00FF. */
declare function btoa(bytes: string): string;
