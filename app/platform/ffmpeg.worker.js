// FFmpeg's own worker behind the page's policy, which has to be there first. Not TypeScript: the
// package's types of it bring the types of workers in, and take those of the page away.
import './trusted-types.ts';
import '@ffmpeg/ffmpeg/worker';
