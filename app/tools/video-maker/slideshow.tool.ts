import GalleryHorizontalEnd from 'lucide-react/icons/gallery-horizontal-end';
import { audio, CAPTION_STYLE, captions, defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const slideshowTool = defineTool({
  route: 'sound_to_slide_show_video',
  group: 'video',
  icon: GalleryHorizontalEnd,
  operation: 'sound-to-slideshow',
  opens: [audio, images, captions],
  samples: ['/samples/sample.mp3', SAMPLE_IMAGE, '/home/cropper.webp', '/home/scaler.webp'],
  setElsewhere: {
    'sound-to-slideshow': {
      fitMainArray: 'by the slot that is chosen',
      imageDurationsSec: 'one duration for all',
      captionStyle: CAPTION_STYLE,
    },
  },
});
