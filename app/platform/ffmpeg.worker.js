// FFmpeg's worker after the page's Trusted Types policy. Plain JavaScript avoids a conflict of DOM and worker types.
import './trusted-types.ts';
import '@ffmpeg/ffmpeg/worker';
