import type { TextReport } from '../../workers/text-painter-client.ts';

interface OverflowingTextsProps {
  readonly reports: readonly TextReport[];
  /** Index of the open tab. Not listed here, because the open tab's field reports that its text doesn't fit. */
  readonly active: number;
  readonly nameOf: (tab: number) => string;
  readonly sentence: string;
}

export function OverflowingTexts({ reports, active, nameOf, sentence }: OverflowingTextsProps) {
  const names = reports.flatMap(({ overflows }, tab) => (overflows && tab !== active ? [nameOf(tab)] : []));
  return (
    <p className="panel-note other-misfits" role="status">
      {names.length > 0 && `${names.join(', ')}: ${sentence}`}
    </p>
  );
}
