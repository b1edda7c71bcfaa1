/** Types of web APIs of browsers and Node.js 20. Core compiles without the type libraries of DOM and Node.js. */

declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  /** With `stream`, the decoder stores an incomplete character at the end of the input for the next call. */
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare function atob(base64: string): string;

declare function btoa(bytes: string): string;
