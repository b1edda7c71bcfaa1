import type { TextScene } from '../compose.ts';
import type { GlyphBox, TextLayout } from '../layout.ts';

/** An animation's length and the pause at its end, in which the whole text stands. */
export const FILM_SEC = 10;
const PAUSE_SEC = 1;

/** A stretch of frames in which so many characters are shown. */
export interface RevealState {
  readonly shown: number;
  readonly frames: number;
}

/**
 * When characters appear: evenly spaced, the first after the bare picture, the last before the
 * pause. Where there are more of them than frames, several appear together.
 *
 * @param characters of all texts, as `countCharacters` counts them
 */
export function planReveal(characters: number, fps: number): readonly RevealState[] {
  const revealFrames = (FILM_SEC - PAUSE_SEC) * fps;
  const states: { shown: number; frames: number }[] = [];
  for (let frame = 0; frame < FILM_SEC * fps; frame++) {
    const shown = Math.min(characters, Math.floor(((characters + 1) * frame) / revealFrames));
    const last = states.at(-1);
    if (last?.shown === shown) last.frames++;
    else states.push({ shown, frames: 1 });
  }
  return states;
}

/** How many characters are shown in a frame, counted from 0; all of them from the last one on. */
export function shownAt(states: readonly RevealState[], frame: number): number {
  let end = 0;
  for (const { shown, frames } of states) {
    end += frames;
    if (frame < end) return shown;
  }
  return states.at(-1)?.shown ?? 0;
}

/**
 * The characters of a scene that appear one by one: whole graphemes, or several of them whose glyphs
 * belong together (a ligature, a number in one cell). What has no ink appears with what follows.
 */
export function countCharacters({ texts }: TextScene): number {
  return texts.reduce((total, { layout }) => total + characterEnds(layout).length, 0);
}

/** The scene with its first characters only, in reading order, one text after another. */
export function showCharacters(scene: TextScene, characters: number): TextScene {
  let left = characters;
  const texts = scene.texts.map((text) => {
    const ends = characterEnds(text.layout);
    const shown = Math.min(left, ends.length);
    left -= shown;
    const boxes = shown === ends.length ? text.layout.boxes : text.layout.boxes.slice(0, ends[shown - 1] ?? 0);
    return { ...text, layout: { ...text.layout, boxes } };
  });
  return { ...scene, texts };
}

const ends = new WeakMap<TextLayout, readonly number[]>();

/** For each character the number of boxes up to its last one; `boxes` are in reading order. */
function characterEnds(layout: TextLayout): readonly number[] {
  const known = ends.get(layout);
  if (known) return known;
  const { boxes } = layout;
  const found = boxes.flatMap((box, index) =>
    hasInk(box) && boxes[index + 1]?.start !== box.start ? [index + 1] : [],
  );
  ends.set(layout, found);
  return found;
}

const hasInk = ({ text }: GlyphBox) => text.trim() !== '';
