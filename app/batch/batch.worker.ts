import './batch.service.ts';
