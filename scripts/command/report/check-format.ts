import { escapeControls } from '../base/text.ts';
import type { CheckFormat } from '../parse/request.ts';
import type { Offense } from './check-rules.ts';

/** Prints the offenses of checked files in a format that CI systems read. */
export interface CheckWriter {
  /** Returns the lines of a file, without the last line break; `undefined` if nothing is printed yet. */
  file(path: string, offenses: readonly Offense[]): string | undefined;
  /** Returns what follows the last file. */
  end(): string | undefined;
}

export const createCheckWriter = (format: CheckFormat): CheckWriter => writers[format]();

const writers: Readonly<Record<CheckFormat, () => CheckWriter>> = {
  text: () => ({
    file: (path, offenses) => joined(offenses.map(({ message }) => escapeControls(`${path}: ${message}`))),
    end: () => undefined,
  }),

  // Workflow commands of GitHub Actions, which shows them at the files of a pull request.
  github: () => ({
    file: (path, offenses) =>
      joined(
        offenses.map(({ rule, message }) => {
          const file = escapeProperty(path.replaceAll('\\', '/'));
          return `::error file=${file},title=${escapeProperty(`fudebako ${rule}`)}::${escapeData(message)}`;
        }),
      ),
    end: () => undefined,
  }),

  // One test case per file. A file can break several rules, but a test case has one failure in most readers.
  junit: () => {
    const cases: string[] = [];
    let failures = 0;
    return {
      file(path, offenses) {
        const start = `    <testcase classname="fudebako.check" name="${escapeXml(path)}"`;
        const [first] = offenses;
        if (!first) cases.push(`${start}/>`);
        else {
          failures++;
          const messages = offenses.map(({ message }) => escapeXml(message));
          const type = escapeXml(offenses.map(({ rule }) => rule).join(' '));
          const failure = `<failure type="${type}" message="${messages.join(' ')}">${messages.join('\n')}</failure>`;
          cases.push(`${start}>${failure}</testcase>`);
        }
        return undefined;
      },
      end: () => {
        const counts = `tests="${cases.length}" failures="${failures}"`;
        return [
          '<?xml version="1.0" encoding="UTF-8"?>',
          `<testsuites ${counts}>`,
          `  <testsuite name="fudebako check" ${counts}>`,
          ...cases,
          '  </testsuite>',
          '</testsuites>',
        ].join('\n');
      },
    };
  },
};

const joined = (lines: readonly string[]) => (lines.length > 0 ? lines.join('\n') : undefined);

const escapeData = (text: string) => escapeControls(text).replace(/%/g, '%25');

const escapeProperty = (text: string) => escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an XML attribute. Control characters, which XML forbids, become visible symbols. */
const escapeXml = (text: string) => escapeControls(text).replace(/[&<>"]/g, (character) => XML[character] ?? '');
