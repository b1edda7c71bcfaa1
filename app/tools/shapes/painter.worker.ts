import './painter.service.ts';
