import { type Command, Option } from 'commander';
import { type TextEncoding, textEncodings } from '#core/base/detect-encoding.ts';
import type { TextPiecesOptions } from '#core/base/text-pieces.ts';
import { fillIn } from '#core/locales/format.ts';
import type { CommandWords } from '../base/environment.ts';
import { escapeControls } from '../base/text.ts';
import { flagGroups } from './help.ts';

/** Returns how to decode a text file. A warning about an uncertain encoding names `file`. */
export type TextOptions = (file: string) => TextPiecesOptions;

export function addTextEncodingFlag(command: Command): void {
  command
    .optionsGroup(flagGroups.input)
    .addOption(
      new Option('--encoding <NAME>', 'Encoding of texts that are not in UTF-8 (default: detected)').choices(
        textEncodings,
      ),
    );
}

export const namedEncoding = ({ encoding }: Readonly<Record<string, unknown>>): TextEncoding | undefined =>
  textEncodings.find((name) => name === encoding);

interface TextEnvironment {
  readonly words: CommandWords;
  readonly stderr: { write(text: string): unknown };
}

export const readTextOptions =
  (rawFlags: Readonly<Record<string, unknown>>, { words, stderr }: TextEnvironment): TextOptions =>
  (file) => ({
    encoding: namedEncoding(rawFlags),
    onUncertain: (guess) => {
      const sentence = fillIn(words.warnings.encodingUncertain ?? '', { encoding: guess });
      stderr.write(`${escapeControls(`${file}: ${sentence}`)}\n`);
    },
  });
