import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operations } from '../../core/operations/index.ts';
import { en } from '../../core/words/en.ts';
import { createProgram } from '../command/program.ts';

export const CLI_PAGE_FILE = fileURLToPath(new URL('../../docs/cli.md', import.meta.url));

const BEGINNING = `# The command

*Made by \`npm run cli-page\` from the declarations; a test holds it to them.*

\`fudebako COMMAND …\` where the package is installed, \`npm run -s cli -- COMMAND …\` in a checkout.

- **Inputs** are files and folders; a folder stands for what it and its folders hold. \`-\` is standard input,
  \`--files-from FILE\` a list (one a line, or ended by NUL as \`find -print0\` and \`git ls-files -z\` print it; \`-\` reads it
  from standard input). One line can read standard input once.
- **Results** go where \`-o\` says: a file, whose extension is the format; a folder, in which the inputs' tree is kept; or
  \`-\`, standard output, when the result is whole. Words then go to standard error. A result appears under its name only
  when it is whole, and nothing is overwritten without \`--force\`. \`--name PATTERN\` names those in a folder by \`{name}\`,
  \`{index}\`, \`{width}\`, \`{height}\` and \`{ext}\`; \`{index:03}\` counts 001, 002, \`{{\` and \`}}\` are braces.
- **After a power cut** every result is whole or absent. Exit code 0 means that all results and the report are on the disk.
  Each result's content is synced before it gets its name, and the folders once at the end of the batch: a line of
  \`--json\` says that a result is complete, and the summary at the end that all of them are on the disk. \`--no-sync\`
  leaves this to the system.
- **\`--skip-existing\`** skips a result that is complete: its header is readable and it ends where its format says. With
  \`--report\`, its size must also be the one that the earlier report says. Other files are made again, with a warning. Part
  files (\`.part\`) of processes that have ended are removed; those of other hosts a day after the last write.
- **\`--json\`** prints an object a line on standard output: \`{"operation","input","output",…}\` for what was done, with
  \`"skipped":true\` or \`"planned":true\` for what was not, \`{"operation","input","output","error":{"code","message"}}\`
  for what failed, and at the end \`{"operation","summary":{"done","failed","skipped","planned"}}\`. **\`--report FILE\`**
  writes these lines into a file that is there when all is done, and not before.
- **\`run\`** does what a recipe says, to files or for rows: \`run recipe.json photos/\`, \`run recipe.json rows.csv\`. A column
  sets the parameter (\`text\`, \`style.main.textColor\`, \`texts[0].text\`) or names the file of the input (\`image\`, \`mask\`,
  \`audio\`, \`main[1]\`; in JSON lines also a list) that it is named after; \`name\` is the result's. Files lie where the rows
  lie. \`run - …\` reads the recipe from standard input, \`--rows-from -\` the rows: JSON lines or a table, as they begin.
- **\`--shard 2/8\`** does one of eight slices, even by sizes of files and pictures, and the same on every machine that
  sees the same files. \`--shard auto\` takes the place from Slurm, AWS Batch, GitLab, CircleCI or Buildkite, \`auto/8\` also
  from Kubernetes, which does not say how many there are. \`--skip-existing\` goes on with a run that was ended and writes its
  report anew. The slices' reports one after another (\`cat\`) are the report of all; a summary names its \`shard\`.
- **It ends** with 0 when all is done, 1 when an input or the report failed (the others are done), 2 when the command line or a
  parameter is wrong and nothing was touched; at Ctrl+C, SIGTERM and SIGHUP within a second with 130, 143 and 129, and
  leaves nothing half-written. A second signal ends it at once.
- **Completion**: \`source <(fudebako completion bash)\`, \`source <(fudebako completion zsh)\` after \`compinit\`,
  \`fudebako completion fish | source\`.

    git ls-files -z '*.png' | fudebako convert --files-from - -o web --format webp --report web.jsonl
    curl -s https://example.com/photo.jpg | fudebako scale - -o - --width 800 --keep-aspect > small.jpg
`;

/** Returns the page about the command, from the command's own declarations. */
export function cliPage(): string {
  const program = createProgram(operations, en);
  const sections = program.commands.map((command) => {
    const usage = `fudebako ${command.name()} ${command.usage()}`;
    const rows = command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, description }) => `| ${code(flags)} | ${cell(description)} |`);
    const table = rows.length > 0 ? ['| flag | |', '| --- | --- |', ...rows] : [];
    return [`## ${command.name()}`, '', `${command.description()}.`, '', `    ${usage}`, '', ...table]
      .join('\n')
      .trimEnd();
  });
  return `${[BEGINNING.trimEnd(), ...sections].join('\n\n')}\n`;
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CLI_PAGE_FILE, cliPage());
