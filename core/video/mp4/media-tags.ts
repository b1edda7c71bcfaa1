import type { MetadataTags } from 'mediabunny';
import type { MediaTags } from '../../audio/tags/tags.ts';

/**
 * Returns the tags for mediabunny, which writes only front covers: the front cover, or else the first image. Writes
 * dates as they are, in the tag `dateTag`, because mediabunny would complete the date `2017` to a day.
 */
export function tagsForMediabunny({ raw: _, date, images = [], ...texts }: MediaTags, dateTag = '©day'): MetadataTags {
  const cover = images.find(({ kind }) => kind === 'coverFront') ?? images[0];
  return {
    ...texts,
    ...(cover && { images: [{ ...cover, kind: 'coverFront' }] }),
    ...(date !== undefined && { raw: { [dateTag]: date } }),
  };
}
