export interface PageTexts {
  readonly main: string;
  readonly author: string;
}

/** Returns the sample text after the displayed one; the first for empty fields; undefined for a visitor's text. */
export function nextSample<T extends PageTexts>(samples: readonly T[], texts: PageTexts): T | undefined {
  if (texts.main === '' && texts.author === '') return samples[0];
  const shown = samples.findIndex(({ main, author }) => main === texts.main && author === texts.author);
  const next = samples[(shown + 1) % samples.length];
  return shown === -1 || next === samples[shown] ? undefined : next;
}
