import type { TypedSource } from '../../workers/text-painter-client.ts';
import { pageParts, type TextPage } from './text-page.ts';

export const typedSource = (page: TextPage, tab: number, source: string): TypedSource => ({
  index: tab,
  source,
  lineGapEm: page.style[pageParts[tab] ?? 'main'].colGapEm,
  hasRuby: page.ruby ?? true,
});
