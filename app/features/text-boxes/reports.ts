import { create } from 'zustand';
import type { TextReport } from '../../platform/text-painter.ts';

/** What came of each text when it was last painted, by tab. */
export const useTextReports = create<{ readonly reports: readonly TextReport[] }>(() => ({ reports: [] }));

export const tellReports = (reports: readonly TextReport[]): void => useTextReports.setState({ reports });
