import { SlideshowVideo } from '../tools/sound_to_slide_show_video/SlideshowVideo.tsx';

export default SlideshowVideo;
