// FFmpeg's own worker, with the page's Trusted Types policy loaded first. Plain JavaScript, because the FFmpeg
// package's types would replace the DOM types with worker types.
import './trusted-types.ts';
import '@ffmpeg/ffmpeg/worker';
