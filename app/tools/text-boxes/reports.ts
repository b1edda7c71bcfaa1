import { create } from 'zustand';
import type { TextReport } from '../../workers/text-painter-client.ts';

export const useTextReports = create<{ readonly reports: readonly TextReport[] }>(() => ({ reports: [] }));

export const showReports = (reports: readonly TextReport[]): void => useTextReports.setState({ reports });
