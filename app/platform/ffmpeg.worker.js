// Loads the Trusted Types policy before FFmpeg's worker. Plain JavaScript avoids a conflict of DOM and worker types.
import './trusted-types.ts';
import '@ffmpeg/ffmpeg/worker';
