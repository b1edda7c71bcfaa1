import './video-reader.service.ts';
