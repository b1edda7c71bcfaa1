import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { type Measurement, OURS } from './measure.ts';

const page = resolve(import.meta.dirname, '../../../docs/benchmarks.md');

/**
 * Writes a table between two marker comments of docs/benchmarks.md. Tables of other processors stay, because speeds of
 * one processor don't hold on another. Throws Error without these comments.
 */
export async function writeTable(
  name: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const text = await readFile(page, 'utf8');
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has no place for ${name}`);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  const processor = cpus()[0]?.model.trim();
  const note = `${new Date().toISOString().slice(0, 10)}, ${processor}, ${cpus().length} cores, Node ${process.versions.node}`;
  const others = text
    .slice(from + start.length, to)
    .split(/\n(?=\d{4}-\d\d-\d\d, )/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && block.split(', ')[1] !== processor);
  const blocks = [...others, `${note}\n\n${table}`];
  await writeFile(page, `${text.slice(0, from + start.length)}\n${blocks.join('\n\n')}\n${text.slice(to)}`);
}

export function tableRows(name: string, measurements: readonly Measurement[]): string[][] {
  const ours = measurements.find(({ contestant }) => contestant === OURS);
  return measurements
    .filter((measurement) => measurement !== ours)
    .map((peer) => {
      const milliseconds = (value: number) => `${Math.round(value)} ms`;
      if (!ours || ours.failure !== undefined || peer.failure !== undefined)
        return [name, peer.contestant, ...CASE_HEAD.slice(2).map(() => 'failed')];
      return [
        name,
        peer.contestant,
        milliseconds(ours.medianMs),
        milliseconds(peer.medianMs),
        (ours.medianMs / peer.medianMs).toFixed(2),
        `${milliseconds(ours.medianCpuMs)} / ${milliseconds(peer.medianCpuMs)}`,
        (ours.medianCpuMs / peer.medianCpuMs).toFixed(2),
        ours.bytes === undefined || peer.bytes === undefined
          ? ''
          : `${kilobytes(ours.bytes)} / ${kilobytes(peer.bytes)}`,
      ];
    });
}

export const CASE_HEAD = [
  ...['work', 'compared with', 'Fudebako', 'other', 'time ratio', 'CPU time', 'CPU ratio'],
  'size of results',
];

const columns = [
  { title: '', width: 12, cell: ({ contestant }: Measurement) => contestant },
  { title: 'median', width: 10, cell: ({ medianMs }: Measurement) => milliseconds(medianMs) },
  { title: 'ours is', width: 9, cell: (measurement: Measurement, ours: Measurement) => ratio(measurement, ours) },
  { title: 'processor', width: 11, cell: ({ medianCpuMs }: Measurement) => milliseconds(medianCpuMs) },
  { title: 'rounds', width: 8, cell: ({ samplesMs }: Measurement) => String(samplesMs.length) },
  { title: 'file', width: 11, cell: ({ bytes }: Measurement) => (bytes === undefined ? '' : kilobytes(bytes)) },
] as const;

export function describeColumns(): string {
  return `${line(columns.map(({ title }) => title))}\n`;
}

/** Returns the table rows of a case: Fudebako, and every other program with its time relative to Fudebako. */
export function describeCase(name: string, measurements: readonly Measurement[]): string {
  const ours = measurements.find(({ contestant }) => contestant === OURS);
  const rows = measurements.map((measurement) =>
    measurement.failure === undefined && ours
      ? line(columns.map(({ cell }) => cell(measurement, ours)))
      : `  ${measurement.contestant} failed: ${measurement.failure}`,
  );
  return `${name}\n${rows.join('\n')}\n`;
}

function line(cells: readonly string[]): string {
  const aligned = cells.map((cell, index) => {
    const width = columns[index]?.width ?? 0;
    return index === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `  ${aligned.join('').trimEnd()}`;
}

function ratio(measurement: Measurement, ours: Measurement): string {
  if (measurement === ours || ours.failure !== undefined) return '';
  return `${(ours.medianMs / measurement.medianMs).toFixed(2)} ×`;
}

const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
