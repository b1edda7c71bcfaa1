import './captions.service.ts';
