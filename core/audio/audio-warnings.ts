import type { WarningCode } from '../base/errors.ts';
import type { OperationContext } from '../platform/context.ts';
import { droppedTags } from './tags/id3-writer.ts';
import type { SourceTags } from './tags/tags.ts';

export interface AudioFaults {
  readonly truncated: boolean;
  readonly damaged: boolean;
  /** True if samples beyond full scale were clipped. */
  readonly clipped?: boolean;
}

export const audioWarnings = ({ truncated, damaged, clipped }: AudioFaults): WarningCode[] => [
  ...(truncated ? (['audioTruncated'] as const) : []),
  ...(damaged ? (['audioDamaged'] as const) : []),
  ...(clipped ? (['audioClipped'] as const) : []),
];

/** Maximum names of tags in a warning. */
const MAX_NAMES = 20;

export function warnOfDroppedTags(tags: SourceTags, { onWarning }: Pick<OperationContext, 'onWarning'>): void {
  const names = droppedTags(tags);
  if (names.length === 0) return;
  const listed = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names;
  onWarning?.({ code: 'tagsDropped', data: { tags: listed.join(', ') } });
}
