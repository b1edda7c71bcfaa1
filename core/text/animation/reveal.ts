import { type Segment, still } from '../../video/plan/timeline.ts';
import type { TextScene } from '../compose.ts';
import type { GlyphBox } from '../glyph-box.ts';
import type { TextLayout } from '../layout.ts';

export const ANIMATION_SECONDS = 10;
export const PAUSE_SECONDS = 1;

export type RevealUnit = 'character' | 'word' | 'line' | 'fade';

export interface RevealTiming {
  readonly durationSec: number;
  readonly pauseSec: number;
}

const DEFAULT_TIMING: RevealTiming = { durationSec: ANIMATION_SECONDS, pauseSec: PAUSE_SECONDS };

export interface RevealState {
  readonly shown: number;
  readonly frames: number;
  readonly fades?: boolean;
}

/** Reveals characters at even intervals from an empty first frame to the final pause, often several per frame. */
export function planReveal(
  characters: number,
  fps: number,
  { durationSec, pauseSec }: RevealTiming = DEFAULT_TIMING,
): readonly RevealState[] {
  const revealFrames = Math.max(1, Math.round((durationSec - pauseSec) * fps));
  // The last frame of a text animation shows the whole text, even without a pause.
  const allFrames = Math.max(revealFrames + 1, Math.round(durationSec * fps));
  const states: { shown: number; frames: number }[] = [];
  for (let frame = 0; frame < allFrames; frame++) {
    const shown = Math.min(characters, Math.floor(((characters + 1) * frame) / revealFrames));
    const last = states.at(-1);
    if (last?.shown === shown) last.frames++;
    else states.push({ shown, frames: 1 });
  }
  return states;
}

/** Plans a text animation that fades in: an empty first frame, a crossfade to the whole text, and a pause. */
function planFade(characters: number, fps: number, { durationSec, pauseSec }: RevealTiming): readonly RevealState[] {
  const frames = Math.max(2, Math.round(durationSec * fps));
  const held = Math.max(1, Math.min(frames - 1, Math.round(pauseSec * fps)));
  const fading = { shown: characters, frames: frames - 1 - held, fades: true };
  return [{ shown: 0, frames: 1 }, ...(fading.frames > 0 ? [fading] : []), { shown: characters, frames: held }];
}

/** Plans when characters, words or lines appear, at even intervals. A state is the number of visible characters. */
export function planRevealOf(
  scene: TextScene,
  unit: RevealUnit,
  fps: number,
  timing: RevealTiming,
): readonly RevealState[] {
  if (unit === 'character') return planReveal(countCharacters(scene), fps, timing);
  if (unit === 'fade') return planFade(countCharacters(scene), fps, timing);
  const counts = unitEnds(scene, unit);
  return planReveal(counts.length, fps, timing).map(({ shown, frames }) => ({ shown: counts[shown - 1] ?? 0, frames }));
}

/** Returns, for each word or line of all texts, the number of characters up to the end of the word or line. */
function unitEnds({ texts }: TextScene, unit: 'word' | 'line'): readonly number[] {
  const counts: number[] = [];
  let before = 0;
  for (const { layout } of texts) {
    const boxes = characterEnds(layout).map((end) => layout.boxes[end - 1] as GlyphBox);
    const lineOf = ({ start }: GlyphBox) => layout.lines.findLastIndex((line) => line.start <= start);
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1];
      const ends = !next || (unit === 'word' ? endsWord(box, next) : lineOf(box) !== lineOf(next));
      if (ends) counts.push(before + index + 1);
    }
    before += boxes.length;
  }
  return counts;
}

const HIRAGANA = /^[\p{Script=Hiragana}ー]/u;
const CONTENT = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}\p{N}]/u;

/** True if a word ends: before a space, after punctuation, or from hiragana to kanji or katakana. */
function endsWord(box: GlyphBox, next: GlyphBox): boolean {
  if (next.start > box.end) return true;
  if (/^[、。，．,.!?！？」』）]/u.test(box.text)) return !/^\p{P}/u.test(next.text);
  return (HIRAGANA.test(box.text) && CONTENT.test(next.text)) || /^[「『（]/u.test(next.text);
}

export const segmentsOf = (states: readonly RevealState[]): readonly Segment[] =>
  states.map(({ shown, frames, fades }) =>
    fades ? { from: 'text:0', to: `text:${shown}`, frames } : still(`text:${shown}`, frames),
  );

/** Returns the number of visible characters in the name of a video image: 8 for `text:8`. */
export const shownIn = (id: string): number => Number(id.slice('text:'.length));

/** Counts the steps of a reveal by character. A ligature or tate-chu-yoko number is one step; white space is none. */
export function countCharacters({ texts }: TextScene): number {
  return texts.reduce((total, { layout }) => total + characterEnds(layout).length, 0);
}

/** Returns the scene with its first `characters` characters only, in reading order across all texts. */
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

/** Returns, for each character of a text, the index of the first glyph box after the character. */
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
