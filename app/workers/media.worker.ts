import './media.service.ts';
