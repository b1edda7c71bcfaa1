import { ON_READINGS } from './on-readings.ts';

/** Maximum kanji of a compound whose reading is divided; longer compounds are not words. */
const MAX_COMPOUND = 20;

const VARIATION = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the on'yomi of each Jōyō kanji, in hiragana. */
function onReadings(): ReadonlyMap<string, readonly string[]> {
  if (known) return known;
  const readings = new Map<string, string[]>();
  for (const group of ON_READINGS.split(' ')) {
    const reading = /^\p{Script=Hiragana}+/u.exec(group)?.[0] ?? '';
    for (const kanji of group.slice(reading.length)) readings.set(kanji, [...(readings.get(kanji) ?? []), reading]);
  }
  known = readings;
  return readings;
}

const VOICED = new Map(
  [...'かきくけこさしすせそたちつてとはひふへほ'].map((kana, at) => [
    kana,
    [...'がぎぐげござじずぜぞだぢづでどばびぶべぼ'][at],
  ]),
);
const P_SOUNDS = new Map([...'はひふへほ'].map((kana, at) => [kana, [...'ぱぴぷぺぽ'][at]]));
const N_SOUNDS = new Map([...'あいうえお'].map((kana, at) => [kana, [...'なにぬねの'][at]]));

/** Returns the forms of an on'yomi inside a compound: 国 is こく, ごく in 天国 and こっ in 国家. */
function formsOf(reading: string, isFirst: boolean, isLast: boolean): readonly string[] {
  const [first = '', rest] = [reading[0], reading.slice(1)];
  const starts = isFirst ? [first] : [first, VOICED.get(first), P_SOUNDS.get(first), N_SOUNDS.get(first)];
  return starts.flatMap((start) => {
    if (start === undefined) return [];
    const whole = start + rest;
    return !isLast && /.[つちくき]$/u.test(whole) ? [whole, `${whole.slice(0, -1)}っ`] : [whole];
  });
}

const toHiragana = (kana: string) =>
  kana.replace(/[ァ-ヶ]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));

/**
 * Divides a compound's reading into on'yomi, one per kanji. Returns `undefined` unless exactly one way exists: words
 * such as 紫陽花 and 小豆 are read as a whole.
 */
export function divideReading(characters: readonly string[], reading: string): readonly string[] | undefined {
  if (characters.length < 2 || characters.length > MAX_COMPOUND) return undefined;
  const kana = toHiragana(reading);
  const kanji = characters.map((character) => character.replace(VARIATION, ''));
  // Finds for each kanji, from the first, all ends of its reading; `ways` counts how each end is reached.
  let ends = new Map([[0, { ways: 1, parts: [] as readonly string[] }]]);
  for (const [index, character] of kanji.entries()) {
    const next = new Map<number, { ways: number; parts: readonly string[] }>();
    const forms = new Set(
      (onReadings().get(character) ?? []).flatMap((each) => formsOf(each, index === 0, index === kanji.length - 1)),
    );
    for (const [at, { ways, parts }] of ends)
      for (const form of forms)
        if (kana.startsWith(form, at)) {
          const end = at + form.length;
          const others = next.get(end)?.ways ?? 0;
          next.set(end, { ways: Math.min(2, ways + others), parts: [...parts, reading.slice(at, end)] });
        }
    ends = next;
  }
  const whole = ends.get(kana.length);
  return whole?.ways === 1 ? whole.parts : undefined;
}
