import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters, showCharacters } from '#core/text/animation/reveal.ts';
import { layoutToFit } from '#core/text/compose.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import { layoutText, type TextLayout } from '#core/text/layout.ts';
import { drawnText, readNotation } from '#core/text/notation.ts';
import { divideReading } from '#core/text/readings.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { EM, fontsFor, inkOf, type Setting } from './setting.ts';

const directions = [
  { name: 'columns', vertical: true },
  { name: 'lines', vertical: false },
];

/** Lays out a text with ruby notation, by default without gaps. */
async function set(source: string, setting: Setting & { readonly shrink?: boolean } = {}): Promise<TextLayout> {
  const { family, bold, widthEm = 40, heightEm = 40, ownFonts, shrink, ...style } = setting;
  const marked = readNotation(source);
  const fonts = await fontsFor(nodeFonts, drawnText(marked), setting);
  const all = {
    fontSizePx: EM,
    charGapEm: 0,
    lineGapEm: 0,
    vertical: true,
    variableWidth: true,
    align: 'left',
    vAlign: 'top',
    ...style,
  } as const;
  const room = { left: 0, top: 0, width: widthEm * EM, height: heightEm * EM };
  return shrink ? layoutToFit(marked, fonts, all, room) : layoutText(marked, fonts, all, room);
}

const isRuby = ({ sizePx }: GlyphBox, em = EM) => sizePx === em / 2;
const rubyOf = ({ boxes }: TextLayout) => boxes.filter((box) => isRuby(box));
const baseOf = ({ boxes }: TextLayout) => boxes.filter((box) => !isRuby(box));

/** Returns where the ink of all boxes together starts and ends along the line, in em. */
function along(boxes: readonly GlyphBox[], vertical: boolean): readonly [from: number, to: number] {
  const inks = boxes.map(inkOf).map((ink) => (vertical ? [ink[1], ink[3]] : [ink[0], ink[2]]));
  return [Math.min(...inks.map(([from = 0]) => from)) / EM, Math.max(...inks.map(([, to = 0]) => to)) / EM];
}

const middle = ([from, to]: readonly [number, number]) => (from + to) / 2;

/** Words of the appendix of the Jōyō table (cabinet notice of 2010), and other jukujikun, with their readings. */
const READ_AS_A_WHOLE = (
  '明日あす 小豆あずき 海女あま 海士あま 硫黄いおう 意気地いくじ 田舎いなか 息吹いぶき ' +
  '海原うなばら 乳母うば 浮気うわき 笑顔えがお 叔父おじ 伯父おじ 大人おとな 乙女おとめ 叔母おば ' +
  '伯母おば 母屋おもや 母家おもや 神楽かぐら 河岸かし 鍛冶かじ 風邪かぜ 固唾かたず 仮名かな ' +
  '蚊帳かや 為替かわせ 河原かわら 川原かわら 昨日きのう 今日きょう 果物くだもの 玄人くろうと ' +
  '今朝けさ 景色けしき 心地ここち 居士こじ 今年ことし 早乙女さおとめ 雑魚ざこ 桟敷さじき ' +
  '五月さつき 早苗さなえ 五月雨さみだれ 時雨しぐれ 尻尾しっぽ 竹刀しない 老舗しにせ 芝生しばふ ' +
  '清水しみず 三味線しゃみせん 砂利じゃり 数珠じゅず 上手じょうず 白髪しらが 素人しろうと ' +
  '師走しわす 数寄屋すきや 数奇屋すきや 相撲すもう 草履ぞうり 山車だし 太刀たち 七夕たなばた ' +
  '足袋たび 稚児ちご 一日ついたち 築山つきやま 梅雨つゆ 凸凹でこぼこ 伝馬船てんません 投網とあみ ' +
  '十重二十重とえはたえ 読経どきょう 時計とけい 友達ともだち 仲人なこうど 名残なごり 雪崩なだれ ' +
  '野良のら 祝詞のりと 博士はかせ 二十はたち 二十歳はたち 二十日はつか 波止場はとば 一人ひとり ' +
  '日和ひより 二人ふたり 二日ふつか 吹雪ふぶき 下手へた 部屋へや 迷子まいご 真面目まじめ ' +
  '土産みやげ 息子むすこ 眼鏡めがね 猛者もさ 紅葉もみじ 木綿もめん 最寄もより 八百長やおちょう ' +
  '八百屋やおや 大和やまと 弥生やよい 浴衣ゆかた 行方ゆくえ 寄席よせ 若人わこうど 紫陽花あじさい ' +
  '向日葵ひまわり 蒲公英たんぽぽ 百合ゆり 蜻蛉とんぼ 案山子かかし 流石さすが 煙草たばこ ' +
  '欠伸あくび 所謂いわゆる 台詞せりふ 団扇うちわ 従兄弟いとこ 東雲しののめ 黄昏たそがれ 海老えび'
)
  .split(' ')
  .map((word) => word.split(/(?<=\p{Script=Han})(?=\p{Script=Hiragana}+$)/u));

describe('ruby notation', () => {
  const read = (source: string) => {
    const { text, rubies } = readNotation(source);
    return [text, ...rubies.map(({ start, end, readings }) => `${text.slice(start, end)}=${readings.join('|')}`)];
  };

  it.each([
    ['漢字《かんじ》を', '漢字を', '漢字=かん|じ'],
    ['この志《こころざし》', 'この志', '志=こころざし'],
    ['｜東京《とうきょう》と', '東京と', '東京=とう|きょう'],
    ['これが｜Tokyo《とうきょう》', 'これがTokyo', 'Tokyo=とうきょう'],
    ['{漢字|かんじ}', '漢字', '漢字=かん|じ'],
    ['{今日|きょう}は', '今日は', '今日=きょう'],
    ['{大人|おと|な}', '大人', '大人=おと|な'],
    ['人々《ひとびと》', '人々', '人々=ひとびと'],
    ['林檎《apple》', '林檎', '林檎=apple'],
    ['|漢字《かんじ》を', '漢字を', '漢字=かん|じ'],
    ['辻\u{e0100}《つじ》', '辻\u{e0100}', '辻\u{e0100}=つじ'],
    ['あ葛\u{e0100}飾《かつしか》', 'あ葛\u{e0100}飾', '葛\u{e0100}飾=かつしか'],
    ['か\u309a神\ufe00社《じんじゃ》', 'か\u309a神\ufe00社', '神\ufe00社=じん|じゃ'],
    ['𠮷野《よしの》', '𠮷野', '𠮷野=よしの'],
    ['一ヵ月〆切《しめ》', '一ヵ月〆切', '一ヵ月〆切=しめ'],
    ['{𠮟る|しかる}', '𠮟る', '𠮟る=しかる'],
  ])('reads %s', (source, ...expected) => {
    expect(read(source)).toEqual(expected);
  });

  it.each([
    ['｜《題》', '《題》'],
    ['漢字｜《かんじ》', '漢字《かんじ》'],
    ['小説《山月記》', '小説《山月記》'],
    ['《題名》', '《題名》'],
    ['ひらがな《かな》', 'ひらがな《かな》'],
    ['a|b {c}', 'a|b {c}'],
    ['{a|b} {はい|いいえ}', '{a|b} {はい|いいえ}'],
    ['A | B《c》', 'A | B《c》'],
    ['漢字《\n》', '漢字《\n》'],
    ['｜', '｜'],
  ])('keeps %s as text', (source, text) => {
    expect(read(source)).toEqual([text]);
  });

  it('reads any text without an error, and reads no character twice', () => {
    const pieces = fc.constantFrom(
      '漢',
      '字',
      'か',
      'A',
      '《',
      '》',
      '｜',
      '|',
      '{',
      '}',
      '［縦中横：',
      '］',
      '1',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const source = parts.join('');
        const { text, rubies, emphasized, upright } = readNotation(source);
        for (const { start, end } of [...rubies, ...emphasized, ...upright]) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        expect(text.length).toBeLessThanOrEqual(source.length);
      }),
    );
  });

  it.each([
    ['日本国憲法', 'にほんこくけんぽう', 'に ほん こく けん ぽう'],
    ['東京特許許可局', 'とうきょうとっきょきょかきょく', 'とう きょう とっ きょ きょ か きょく'],
    ['許可', 'キョカ', 'キョ カ'],
    ['今日', 'きょう', undefined],
    ['誠意', 'せいい', 'せい い'],
    ['天皇', 'てんのう', 'てん のう'],
    ['大人', 'おとな', undefined],
    ['山川', 'やまかわ', undefined],
    ['漢', 'かん', undefined],
  ])('divides the reading of %s only into readings of its characters', (word, reading, parts) => {
    expect(divideReading([...word], reading)).toEqual(parts?.split(' '));
  });

  it('never divides words of the Jōyō table’s appendix, and other words that are read as a whole', () => {
    const divided = READ_AS_A_WHOLE.filter(([word = '', reading = '']) => divideReading([...word], reading));
    expect(divided).toEqual([]);
  });
});

describe.each(directions)('ruby in $name (JLREQ 3.3)', ({ vertical }) => {
  it('is half as large, beside its base, and inside the available space', async () => {
    const layout = await set('漢字《かんじ》', { vertical });
    const [bases, rubies] = [baseOf(layout).map(inkOf), rubyOf(layout).map(inkOf)];
    expect([bases.length, rubies.length]).toEqual([2, 3]);
    for (const [left, top, right, bottom] of rubies) {
      if (vertical) expect(left).toBeGreaterThanOrEqual(Math.max(...bases.map((ink) => ink[2])) - 0.02 * EM);
      else expect(bottom).toBeLessThanOrEqual(Math.min(...bases.map((ink) => ink[1])) + 0.02 * EM);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(40 * EM);
    }
    expect(layout.bounds.top).toBe(0);
    expect(vertical ? layout.bounds.width : layout.bounds.height).toBe(1.5 * EM);
  });

  it('is centered on a single character', async () => {
    for (const text of ['木《き》', '猫《ねこ》', '所《ところ》', '志《こころざし》']) {
      const layout = await set(`漢｜${text}漢`, { vertical });
      const [, base] = baseOf(layout);
      expect(
        Math.abs(middle(along(rubyOf(layout), vertical)) - middle(along(base ? [base] : [], vertical))),
      ).toBeLessThan(0.1);
    }
  });

  it('of a compound is centered over its own characters', async () => {
    const layout = await set('憲法《けんぽう》記憶《きおく》', { vertical });
    const bases = baseOf(layout);
    for (const base of bases) {
      const own = rubyOf(layout).filter(({ start }) => start === base.start);
      expect(middle(along(own, vertical))).toBeCloseTo(middle(along([base], vertical)), 0);
    }
    expect(
      rubyOf(layout)
        .map(({ text }) => text)
        .join(''),
    ).toBe('けんぽうきおく');
  });

  it('of a group is spread with half a space at the ends', async () => {
    const layout = await set('{山川海|あい}', { vertical });
    const starts = rubyOf(layout).map(({ x, y }) => (vertical ? y : x) / EM);
    const space = (3 - 1) / 2;
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeCloseTo(0.5 + space, 1);
  });

  it('hangs over kana by at most one ruby character, and never over kanji', async () => {
    const cells = (layout: TextLayout) => baseOf(layout).map(({ advance }) => advance / EM);
    // Ruby of three characters is half an em wider than its base.
    expect(cells(await set('か所《ところ》か', { vertical }))).toEqual([1, 1, 1]);
    expect(cells(await set('漢｜所《ところ》か', { vertical }))).toEqual([1, 1, 1]);
    expect(cells(await set('漢｜所《ところ》漢', { vertical }))).toEqual([1, 1.5, 1]);
    // Ruby of five characters is one and a half em wider than its base. Over kana, it hangs by half an em on each side.
    expect(cells(await set('か志《こころざし》か', { vertical }))).toEqual([1, 1.5, 1]);
    expect(cells(await set('漢｜志《こころざし》漢', { vertical }))).toEqual([1, 2.5, 1]);
    // At the ends of a line, ruby has no kana to hang over.
    expect(cells(await set('所《ところ》', { vertical }))).toEqual([1.5]);
    // Two ruby texts share the kana between their bases, so each hangs over these kana by half as much.
    expect(cells(await set('漢｜所《ところ》か所《ところ》漢', { vertical }))).toEqual([1, 1.25, 1, 1.25, 1]);
  });

  it('breaks lines inside a compound, and nowhere inside a group', async () => {
    const room = vertical ? { heightEm: 3 } : { widthEm: 3 };
    const lines = async (source: string) => {
      const layout = await set(source, { vertical, ...room });
      return layout.lines.map(({ start, end }) => readNotation(source).text.slice(start, end));
    };
    expect(await lines('ああ憲法《けんぽう》')).toEqual(['ああ憲', '法']);
    expect(await lines('ああ今日《きょう》')).toEqual(['ああ', '今日']);
    expect(await lines('{山川海空|やまかわうみそら}')).toEqual(['山川海', '空']);
    const layout = await set('{山川海空|やまかわうみそら}', { vertical, ...room });
    expect(
      rubyOf(layout)
        .map(({ text }) => text)
        .join(''),
    ).toBe('やまかわうみそら');
  });

  it('never makes a line too long', async () => {
    for (const length of [3, 4, 5, 6])
      for (const source of [
        '承《うけたまわ》る志《こころざし》と漢《ところ》',
        'ああ承《うけたまわ》',
        '志《こころざし》志《こころざし》',
      ]) {
        const layout = await set(source, { vertical, ...(vertical ? { heightEm: length } : { widthEm: length }) });
        for (const { width, height } of layout.lines)
          expect(vertical ? height : width).toBeLessThanOrEqual(length * EM + 1);
      }
  });

  it('appears with its base in an animation', async () => {
    const layout = await set('漢字《かんじ》を{今日|きょう}', { vertical });
    const scene = { texts: [{ layout }], watermark: false } as never;
    expect(countCharacters(scene)).toBe(5);
    const shown = (count: number) =>
      showCharacters(scene, count)
        .texts[0]?.layout.boxes.map(({ text }) => text)
        .join('') ?? '';
    expect([1, 2, 3].map(shown)).toEqual(['漢かん', '漢かん字じ', '漢かん字じを']);
    expect(shown(5)).toBe('漢かん字じを今きょ日う');
  });

  it('shrinks with its text', async () => {
    const layout = await set('漢字《かんじ》を読《よ》む'.repeat(20), {
      vertical,
      widthEm: 8,
      heightEm: 8,
      shrink: true,
    });
    expect(layout.overflows).toBe(false);
    const sizes = new Set(layout.boxes.map(({ sizePx }) => sizePx));
    expect(sizes.size).toBe(2);
    expect(Math.max(...sizes)).toBe(2 * Math.min(...sizes));
  });
});

describe('in 400 lines with ruby of random lengths', () => {
  const kanji = [...'吾輩猫名前生見当薄暗所泣事記憶始人間一番悪書毎捕煮食'];
  const kana = [...'あいうえおかきくけこさしすせそたちつてと'];

  /** Returns random lines from a linear congruential generator, the same in every run. */
  function lines(count: number): string[] {
    let state = 7;
    const below = (limit: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * limit);
    };
    const some = (from: readonly string[], least: number, most: number) =>
      Array.from({ length: least + below(most - least + 1) }, () => from[below(from.length)]).join('');
    return Array.from(
      { length: count },
      () =>
        Array.from({ length: 4 }, () => `${some(kana, 0, 3)}｜${some(kanji, 1, 3)}《${some(kana, 1, 7)}》`).join('') +
        '。',
    );
  }

  it.each(directions)(
    'no two ink boxes overlap, and no ink leaves the available space, in $name',
    async ({ vertical }) => {
      for (const charGapEm of [0, 0.25])
        for (let part = 0; part < 400; part += 20) {
          const source = lines(400)
            .slice(part, part + 20)
            .join('\n');
          const layout = await set(source, { vertical, charGapEm, widthEm: 90, heightEm: 90 });
          const inks = layout.boxes.map(inkOf);
          const sorted = inks.toSorted((a, b) => a[0] - b[0]);
          // Calls `expect` once for each layout, because a call takes longer than a comparison of two boxes.
          const overlapping: string[] = [];
          for (const [index, ink] of sorted.entries())
            for (let next = index + 1; (sorted[next]?.[0] ?? Infinity) < ink[2] - 20; next++) {
              const [, top = 0, , bottom = 0] = sorted[next] ?? [];
              const overlap = Math.min(bottom, ink[3]) - Math.max(top, ink[1]);
              if (!(overlap <= 20)) overlapping.push(`${sorted[next]} and ${ink}`);
            }
          expect(overlapping).toEqual([]);
          const isInside = ([left, top, right, bottom]: (typeof inks)[number]) =>
            Math.min(left, top) > -0.1 * EM && Math.max(right, bottom) < 90.1 * EM;
          if (!layout.overflows) expect(inks.filter((ink) => !isInside(ink))).toEqual([]);
        }
    },
  );
});
