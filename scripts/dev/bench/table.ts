import { type Measurement, OURS } from './measure.ts';

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
