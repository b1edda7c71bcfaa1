// FFmpeg's own worker, with the page's Trusted Types policy loaded first. Plain JavaScript, because the package's types
// would replace the DOM types by worker types.
import './trusted-types.ts';
import '@ffmpeg/ffmpeg/worker';
