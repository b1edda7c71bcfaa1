import './mask.service.ts';
