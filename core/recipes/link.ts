import { joinBytes } from '../base/bytes.ts';
import { FudebakoError } from '../base/errors.ts';
import { LINK_LIMITS } from '../base/outside-limits.ts';
import { parsePastedJson } from '../parameters/pasted.ts';
import { RECIPE_NAME } from './recipe-fragment.ts';

/** First letter of a recipe in a link, which states the encoding: base64url of plain JSON, or of deflated JSON. */
const AS_IS = 'j';
const DEFLATED = 'd';

/** Returns the URL fragment of a recipe's link, without `#`. Throws FudebakoError `linkTooLong`. */
export async function recipeFragment(recipe: readonly unknown[]): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(recipe));
  const { deflateSync } = await import('fflate');
  const small = deflateSync(json, { level: 9 });
  const fragment =
    small.length < json.length
      ? `${RECIPE_NAME}${DEFLATED}${toBase64Url(small)}`
      : `${RECIPE_NAME}${AS_IS}${toBase64Url(json)}`;
  if (fragment.length > LINK_LIMITS.characters)
    throw new FudebakoError('linkTooLong', { kilobytes: LINK_LIMITS.characters / 1024 });
  return fragment;
}

/**
 * Decodes a link or URL fragment to JSON, which the caller must validate with `parseRecipe`.
 * @throws FudebakoError `linkTooLong`, `linkDamaged`, and errors of `parsePastedJson`
 */
export async function readRecipeLink(address: string): Promise<unknown> {
  const at = address.indexOf(`#${RECIPE_NAME}`);
  const fragment = address.slice(at + 1).trim();
  if (at < 0) throw new FudebakoError('linkDamaged');
  if (fragment.length > LINK_LIMITS.characters)
    throw new FudebakoError('linkTooLong', { kilobytes: LINK_LIMITS.characters / 1024 });
  const kind = fragment[RECIPE_NAME.length];
  const bytes = fromBase64Url(fragment.slice(RECIPE_NAME.length + 1));
  if (kind !== AS_IS && kind !== DEFLATED) throw new FudebakoError('linkDamaged');
  const json = kind === DEFLATED ? await inflateWithin(bytes, LINK_LIMITS.inflatedBytes) : bytes;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(json);
    JSON.parse(text);
  } catch (cause) {
    throw new FudebakoError('linkDamaged', {}, { cause });
  }
  return parsePastedJson(text);
}

/** Number of bytes that are inflated at a time; 256 bytes inflate to at most 256 kB. */
const PIECE_BYTES = 256;

/** Decompresses deflate data. Throws above `limit` bytes, because a few bytes can inflate to gigabytes. */
async function inflateWithin(bytes: Uint8Array, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { Inflate } = await import('fflate');
  const parts: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  try {
    const inflate = new Inflate((part, final) => {
      size += part.length;
      isWhole = final;
      if (size <= limit) parts.push(part);
    });
    for (let at = 0; at < bytes.length && size <= limit; at += PIECE_BYTES) {
      const end = at + PIECE_BYTES;
      inflate.push(bytes.slice(at, end), end >= bytes.length);
    }
  } catch (cause) {
    throw new FudebakoError('linkDamaged', {}, { cause });
  }
  if (size > limit || !isWhole) throw new FudebakoError('linkDamaged');
  return joinBytes(...parts);
}

function toBase64Url(bytes: Uint8Array): string {
  let characters = '';
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    // Refuses a URL fragment with characters that a mail program or web page has inserted.
    if (/[^A-Za-z0-9_-]/.test(text)) throw new RangeError('Not base64url');
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch (cause) {
    throw new FudebakoError('linkDamaged', {}, { cause });
  }
}
