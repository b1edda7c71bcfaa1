/** Readings of words such as 今日 that can't be divided among the characters of the word. */
const UNDIVIDED = new Set(
  '今日 昨日 明日 今朝 下手 梅雨 一日 二十日 海女 硫黄 吹雪 相撲 太刀 木綿 行方 山車 弥生 竹刀 心地 河岸 蚊帳'.split(
    ' ',
  ),
);

/** Matches one Chinese reading (on'yomi) of a kanji: a syllable, and at most one of a few endings. */
const ON_READING = /^[^ぁぃぅぇぉっゃゅょゎんー][ゃゅょ]?[いうんきくちつっ]?$/u;

const KANJI = /^\p{Script=Han}$/u;

const toHiragana = (kana: string) =>
  kana.replace(/[ァ-ヶ]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));

/** Divides a kanji compound's reading into on'yomi, one per character; `undefined` unless exactly one way exists. */
export function divideReading(characters: readonly string[], reading: string): readonly string[] | undefined {
  if (characters.length < 2 || !characters.every((character) => KANJI.test(character))) return undefined;
  if (UNDIVIDED.has(characters.join(''))) return undefined;
  if (!/^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(reading)) return undefined;
  const divisions = divide(toHiragana(reading), characters.length);
  const [only] = divisions;
  if (divisions.length !== 1 || !only) return undefined;
  const starts = only.map((_, index) => only.slice(0, index).reduce((sum, length) => sum + length, 0));
  return only.map((length, index) => reading.slice(starts[index], (starts[index] ?? 0) + length));
}

/** Returns up to two possible divisions of a reading among kanji, as the length of each kanji's reading. */
function divide(reading: string, count: number): number[][] {
  if (count === 0) return reading === '' ? [[]] : [];
  if (reading.length < count || reading.length > count * 3) return [];
  const found: number[][] = [];
  for (let length = 1; length <= Math.min(3, reading.length) && found.length < 2; length++)
    if (ON_READING.test(reading.slice(0, length)))
      for (const rest of divide(reading.slice(length), count - 1)) found.push([length, ...rest]);
  return found;
}
