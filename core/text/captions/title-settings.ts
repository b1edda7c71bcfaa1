/** Title and artist that are drawn over the images of a video. */
export interface TitleSettings {
  readonly title?: string;
  readonly artist?: string;
}

export const hasTitle = ({ title = '', artist = '' }: TitleSettings): boolean => `${title}${artist}`.trim() !== '';
