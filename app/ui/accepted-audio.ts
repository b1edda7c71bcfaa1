export const ACCEPTED_AUDIO = '.wav,.mp3,audio/wav,audio/x-wav,audio/mpeg,audio/mp3';
