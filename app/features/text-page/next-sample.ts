export interface PageTexts {
  readonly main: string;
  readonly author: string;
}

/** The sample to show over these texts: the first over empty texts, the following one over a sample, none over the visitor's own. */
export function nextSample<T extends PageTexts>(samples: readonly T[], texts: PageTexts): T | undefined {
  if (texts.main === '' && texts.author === '') return samples[0];
  const shown = samples.findIndex(({ main, author }) => main === texts.main && author === texts.author);
  const next = samples[(shown + 1) % samples.length];
  return shown === -1 || next === samples[shown] ? undefined : next;
}
