import { describe, expect, it } from 'vitest';
import { ja } from '#app/locales/ja.ts';
import { markPhrases, withPhrases } from '#app/locales/phrases.ts';

const MARK = '\u200b';
const phrasesOf = (sentence: string) => markPhrases(sentence).split(MARK);

describe('phrases of Japanese sentences, for browsers without phrase breaking', () => {
  it('end after particles, endings and punctuation', () => {
    expect(phrasesOf('現在わかっている問題をまとめました。多くはブラウザーや再生ソフトの違いによるものです。')).toEqual(
      ['現在わかっている', '問題をまとめました。', '多くは', 'ブラウザーや', '再生ソフトの', '違いによるものです。'],
    );
    expect(phrasesOf('画像を四角く囲んで、「全体を収める」を選びます。')).toEqual([
      '画像を',
      '四角く',
      '囲んで、',
      '「全体を',
      '収める」を',
      '選びます。',
    ]);
  });

  it('keep polite prefixes and compound verbs whole', () => {
    expect(phrasesOf('ファイルはお使いの端末で読み込めませんでした。')).toEqual([
      'ファイルは',
      'お使いの',
      '端末で',
      '読み込めませんでした。',
    ]);
  });

  it('do not change the characters of any sentence or its placeholders', () => {
    const marked = JSON.stringify(withPhrases(ja));
    expect(marked).toContain(MARK);
    expect(marked.replaceAll(MARK, '')).toBe(JSON.stringify(ja));
    expect(marked).not.toMatch(new RegExp(`\\{\\{\\w*${MARK}|\\{${MARK}\\{|${MARK}\\}`));
  });

  it('are not marked in names, labels and keywords, which are searched', () => {
    const { name, keywords } = withPhrases(ja).video_playback;
    expect(name + keywords).not.toContain(MARK);
  });
});
