import './preview.service.ts';
