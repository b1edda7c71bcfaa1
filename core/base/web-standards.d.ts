/**
 * Types of web APIs that browsers and Node.js 20 or later have. Core compiles without the type libraries of DOM and
 * Node.js.
 */

declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  /** With `stream`, leaves an incomplete character at the end of the bytes for the next call. */
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

/** Decodes base64 to one character per byte. */
declare function atob(base64: string): string;

/** Encodes characters up to U+00FF as base64. */
declare function btoa(bytes: string): string;
