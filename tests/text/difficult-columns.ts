/** A text in the notation of the text editors. Characters in `[…]` must share a cell even without the brackets. */
export interface DifficultColumn {
  readonly text: string;
  /** The rule of JLREQ that makes the column differ from Chromium's. Without a rule, the two columns must match. */
  readonly rule?: string;
}

const CENTERED = 'JLREQ 3.2.5: characters in one cell are centered in the cell';
const LETTERS = 'JLREQ 2.3.2: a single letter stands upright, whatever its alphabet';
const OVERHANG = 'JLREQ 3.3.8: ruby hangs over kana by at most one ruby character, and over kanji not at all';
const JUKUGO = 'JLREQ 3.3.7: the readings of a compound share the width of the compound';

/** Texts that are difficult to set in columns. They have no adjacent punctuation, which Chromium sets differently. */
export const difficultColumns: readonly DifficultColumn[] = [
  // Columns with punctuation and brackets.
  { text: '国。国、国「国」国' },
  { text: '国『国』国（国）国' },
  { text: '国〈国〉国【国】国' },
  { text: '国《国》国〔国〕国' },
  { text: '国：国；国・国＝国' },
  { text: '国％国℃国！国？国' },
  { text: '国〝国〟国' },
  // Columns with dashes and long-vowel marks.
  { text: '国ー国…国—国〜国～国' },
  { text: '国――国ーー国' },
  { text: '国……国‥国' },
  { text: 'サーバーとデータベース' },
  { text: '国－国＋国×国÷国' },
  // Columns with small kana and iteration marks.
  { text: '国ゃ国ゅ国ょ国っ国' },
  { text: '国ァ国ャ国ッ国ヶ国' },
  { text: 'ぁぃぅぇぉゎァィゥェォヮ' },
  { text: '国々国ゝ国ゞ国ヽ国' },
  { text: 'キャッチフレーズを' },
  // Columns with voiced marks and half-width kana.
  { text: '国が国ぱ国ヴ国か゚国' },
  { text: '国ｱｲｳｶﾞ国' },
  { text: 'いろはにほへとちりぬる' },
  // Columns with numbers and letters in one cell.
  { text: '国[10]国[100]国[!?]国' },
  { text: '[12]月[25]日' },
  { text: '第[3]回と[4]名', rule: CENTERED },
  { text: '令和[6]年[10]月', rule: CENTERED },
  { text: '国[A]国[b]国[é]国', rule: CENTERED },
  { text: '国［縦中横：2026］年', rule: CENTERED },
  { text: '国［縦中横：AB］国' },
  { text: 'すごい[!!]ほんと[!?]え' },
  // Columns with rotated words.
  { text: '国Hello国国' },
  { text: '春はWordの国' },
  { text: '国ＡＢ国１２国' },
  { text: '国①国㈱国' },
  { text: '国α国', rule: LETTERS },
  { text: '国→国↓国○国●国' },
  { text: '国☆国♪国〒国※国' },
  // Columns with ruby over one character.
  { text: '猫《ねこ》がいる' },
  { text: 'この木《き》は高《たか》い' },
  { text: 'あの所《ところ》だよ' },
  { text: 'わが志《こころざし》はや', rule: OVERHANG },
  { text: '生《い》きる｜力《ちから》を' },
  { text: '国｜志《こころざし》国', rule: OVERHANG },
  { text: '国｜所《ところ》国', rule: OVERHANG },
  { text: '｜猫《ネコ》と｜犬《イヌ》' },
  // Columns with ruby over compounds and groups.
  { text: '憲法《けんぽう》を読《よ》む' },
  { text: '漢字《かんじ》をかく' },
  { text: '{今日|きょう}はよい' },
  { text: '{大人|おとな}になる' },
  { text: '{山川海|あい}をみる' },
  { text: 'その｜東京《とうきょう》は', rule: JUKUGO },
  { text: '{五月雨|さみだれ}をあつめ' },
  { text: '国{許可|きょか}国' },
  { text: '｜飛行機雲《ひこうきぐも》だ' },
  { text: '［縦中横：10］月｜十日《とおか》' },
  // Columns with emphasis dots.
  { text: 'それは《《強調》》だよ' },
  { text: '《《ひらがな》》も《《カナ》》も' },
  { text: 'この《《、点》》なし' },
  { text: '《《きゃっ》》という' },
  { text: '国《《ー》》国《《っ》》国' },
  // Columns with several of the difficulties above.
  { text: '猫《ねこ》と《《犬》》と[10]羽' },
  { text: '「憲法《けんぽう》」は《《法》》だ' },
  { text: 'ルビ｜附《つ》きの《《傍点》》とAB' },
];
