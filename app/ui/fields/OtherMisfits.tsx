import type { TextReport } from '../../workers/text-painter.ts';

interface OtherMisfitsProps {
  readonly reports: readonly TextReport[];
  /** The open tab, whose field reports its own text. */
  readonly active: number;
  readonly nameOf: (tab: number) => string;
  readonly sentence: string;
}

/** Names the texts of other tabs that don't fit. */
export function OtherMisfits({ reports, active, nameOf, sentence }: OtherMisfitsProps) {
  const names = reports.flatMap(({ overflows }, tab) => (overflows && tab !== active ? [nameOf(tab)] : []));
  return (
    <p className="panel-note other-misfits" role="status">
      {names.length > 0 && `${names.join(', ')}: ${sentence}`}
    </p>
  );
}
