import { wordsIn } from './sentences.ts';

/** Maximum number of words in a sentence that the check accepts. The goal is 25 words. */
export const MAX_WORDS = 30;

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
}

/** Returns a pattern for a whole word that isn't part of a path, flag or compound. */
const word = (source: string, flags = 'i') => new RegExp(`(?<![\\w/.-])(?:${source})(?![\\w/-])`, flags);

const spelling = (british: string, american: string): Rule => ({
  pattern: word(british),
  reason: `American spelling: ${american}`,
});

/** Phrases that docs, comments and translations avoid, each with a replacement. */
export const RULES: readonly Rule[] = [
  { pattern: word('(?<!in[ -])pictures?(?![ -]in)'), reason: 'say image' },
  // Matches only lower case, because the specification fixes labels with a capital letter, such as Sound tools.
  { pattern: word('sounds?(?! like)', ''), reason: 'say audio' },
  { pattern: word('films?'), reason: 'say video or text animation' },
  { pattern: word('(?:is|are|was|were|be|been) told'), reason: 'say receives or reports' },
  { pattern: word('go(?:es)? by(?: (?:that|the|this|its|their) names?)'), reason: 'say is named' },
  { pattern: word('left out|leaves? out'), reason: 'say skipped or omitted' },
  { pattern: word('that which'), reason: 'name the thing' },
  { pattern: word('what is not'), reason: 'name the thing' },
  { pattern: /^What\b(?=.*\.$)/, reason: 'start with a verb or a noun, not with a What clause' },
  { pattern: word('nothing (?:is|stands) in the page'), reason: 'say the page has no …' },
  { pattern: word('nothing of (?:it|its|them|what)'), reason: 'name what is removed' },
  { pattern: word('given up'), reason: 'say failed, stopped or canceled' },
  { pattern: word('foret(?:ell|ells|old|elling)'), reason: 'say predict' },
  { pattern: word('shel(?:f|ves)'), reason: 'say cache' },
  { pattern: word('workbench(?:es)?'), reason: 'say session' },
  { pattern: word('first numbers|colou?r differences'), reason: 'say DC coefficients, or chroma' },
  spelling('colour(?:s|ed|ing|less|ful)?', 'color'),
  spelling('grey(?:s|ed)?', 'gray'),
  spelling('centre[sd]?|centring', 'center'),
  spelling('licences?', 'license'),
  spelling('behaviours?', 'behavior'),
  spelling('neighbours?|neighbouring', 'neighbor'),
  spelling('favour(?:s|ed|ites?)?', 'favor'),
  spelling('honour(?:s|ed)?', 'honor'),
  spelling('cancell(?:ed|ing)', 'canceled, canceling'),
  spelling('label(?:led|ling)', 'labeled, labeling'),
  spelling('(?:normal|initial|optim|recogn|organ|minim|maxim|serial|summar|special)is(?:e|es|ed|ing|ation)', '-ize'),
  spelling('analyse[sd]?|analysing', 'analyze'),
  spelling('metres?', 'meter'),
  spelling('whilst', 'while'),
];

/** Matches six or more short items in a row, such as a list of formats. Such a list counts as one word. */
const ENUMERATION = /(?:[^\s,]+(?: [^\s,]+)?, ){5,}/g;

/** Returns the rules that a sentence breaks; empty if the sentence follows all rules. */
export function problemsOf(sentence: string): string[] {
  const words = wordsIn(sentence.replace(ENUMERATION, 'list, '));
  return [
    ...(words > MAX_WORDS ? [`${words} words, at most ${MAX_WORDS}`] : []),
    ...RULES.filter(({ pattern }) => pattern.test(sentence)).map(
      ({ pattern, reason }) => `"${pattern.exec(sentence)?.[0]}": ${reason}`,
    ),
  ];
}
