import { ParameterError } from '../base/errors.ts';
import { parseField } from '../parameters/parse.ts';
import { alignmentOf } from './anchor.ts';
import { type AdvancedText, effectFields, type TextEffects, type TextOverrides } from './settings.ts';

type Shadow = Pick<TextEffects, 'shadow' | 'shadowXEm' | 'shadowYEm' | 'shadowBlurEm' | 'shadowColor'>;

const FORMS = ['true', 'false', 'X,Y,BLUR', 'X,Y,BLUR,#RRGGBBAA'];

/** Parses a shadow: `true`, `false`, or offsets and blur in em with an optional color. Throws ParameterError. */
export function parseShadow(value: string): Partial<Shadow> | undefined {
  const given = value.trim();
  if (given === '') return undefined;
  if (given === 'true' || given === 'false') return { shadow: given === 'true' };
  const [x, y, blur, color, ...rest] = given.split(/[\s,]+/);
  if (x === undefined || y === undefined || blur === undefined || rest.length > 0)
    throw new ParameterError('shadow', { options: FORMS }, value);
  const length = (field: typeof effectFields.shadowXEm, text: string) => {
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) throw new ParameterError('shadow', { options: FORMS }, value);
    return parseField(field, Number(text), 'shadow') as number;
  };
  return {
    shadow: true,
    shadowXEm: length(effectFields.shadowXEm, x),
    shadowYEm: length(effectFields.shadowYEm, y),
    shadowBlurEm: length(effectFields.shadowBlurEm, blur),
    ...(color && { shadowColor: parseField(effectFields.shadowColor, color, 'shadow') as string }),
  };
}

interface PageStyle {
  readonly main: TextEffects & Pick<TextOverrides, 'anchor'>;
  readonly author: TextEffects;
}

export function overridePage<Style extends PageStyle>(
  style: Style,
  { shadow = '', anchor = 'none' }: Partial<TextOverrides>,
): Style {
  const changes = parseShadow(shadow);
  if (!changes && anchor === 'none') return style;
  const main = { ...style.main, ...changes, ...(anchor !== 'none' && { anchor }) };
  return { ...style, main, author: { ...style.author, ...changes } };
}

export function overrideTexts(
  texts: readonly AdvancedText[],
  { shadow = '', anchor = 'none' }: Partial<TextOverrides>,
): readonly AdvancedText[] {
  const changes = { ...parseShadow(shadow), ...alignmentOf(anchor) };
  return Object.keys(changes).length === 0 ? texts : texts.map((text) => ({ ...text, ...changes }));
}
