import './image.service.ts';
