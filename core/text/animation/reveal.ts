import type { TextScene } from '../compose.ts';
import type { GlyphBox } from '../glyph-box.ts';
import type { TextLayout } from '../layout.ts';

/** Length of an animation in seconds, including the pause at its end. */
export const ANIMATION_SECONDS = 10;
const PAUSE_SEC = 1;

export interface RevealState {
  readonly shown: number;
  readonly frames: number;
}

/** Spaces the characters evenly between an empty first frame and the final pause; a frame may add several. */
export function planReveal(characters: number, fps: number): readonly RevealState[] {
  const revealFrames = (ANIMATION_SECONDS - PAUSE_SEC) * fps;
  const states: { shown: number; frames: number }[] = [];
  for (let frame = 0; frame < ANIMATION_SECONDS * fps; frame++) {
    const shown = Math.min(characters, Math.floor(((characters + 1) * frame) / revealFrames));
    const last = states.at(-1);
    if (last?.shown === shown) last.frames++;
    else states.push({ shown, frames: 1 });
  }
  return states;
}

/** Returns the number of visible characters at a frame, counted from 0. */
export function shownAt(states: readonly RevealState[], frame: number): number {
  let end = 0;
  for (const { shown, frames } of states) {
    end += frames;
    if (frame < end) return shown;
  }
  return states.at(-1)?.shown ?? 0;
}

/** Counts characters that appear one by one: a ligature or tate-chu-yoko number is one; white space is none. */
export function countCharacters({ texts }: TextScene): number {
  return texts.reduce((total, { layout }) => total + characterEnds(layout).length, 0);
}

/** Returns the scene with only its first `characters` characters, in reading order across all texts. */
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

/** Returns, for each character, the index after the character's last glyph box. */
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
