import type { LucideIcon } from 'lucide-react';
import AudioLines from 'lucide-react/icons/audio-lines';
import Bug from 'lucide-react/icons/bug';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Crop from 'lucide-react/icons/crop';
import Droplet from 'lucide-react/icons/droplet';
import FileMusic from 'lucide-react/icons/file-music';
import FileType from 'lucide-react/icons/file-type';
import GalleryHorizontalEnd from 'lucide-react/icons/gallery-horizontal-end';
import House from 'lucide-react/icons/house';
import Layers from 'lucide-react/icons/layers';
import Mail from 'lucide-react/icons/mail';
import Play from 'lucide-react/icons/play';
import Scaling from 'lucide-react/icons/scaling';
import Shapes from 'lucide-react/icons/shapes';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import TextAlignStart from 'lucide-react/icons/text-align-start';
import TextInitial from 'lucide-react/icons/text-initial';
import Type from 'lucide-react/icons/type';
import VenetianMask from 'lucide-react/icons/venetian-mask';
import type { ScreenRoute } from '../state/catalogue.ts';

export const screenIcons = {
  home: House,
  format_converter: FileType,
  cropper: Crop,
  scaler: Scaling,
  color_adjuster: SlidersHorizontal,
  blur_sharpen: Droplet,
  shape_editor: Shapes,
  mask_creator: VenetianMask,
  layer: Layers,
  advanced_text_editor: Type,
  horizontal_editor: TextAlignStart,
  editor: TextInitial,
  sound_to_video: Clapperboard,
  sound_to_slide_show_video: GalleryHorizontalEnd,
  video_playback: Play,
  wav_to_mp3: FileMusic,
  mp3_to_wav: AudioLines,
  site_issues: Bug,
  privacy: ShieldCheck,
  contact: Mail,
} satisfies Record<ScreenRoute | 'home', LucideIcon> & Record<string, LucideIcon>;
