import './task.service.ts';
