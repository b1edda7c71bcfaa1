import './picture.service.ts';
