import './text-painter.service.ts';
