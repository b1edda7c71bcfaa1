/** Value for the attribute `accept` of a file picker for WAV and MP3. */
export const ACCEPTED_AUDIO = '.wav,.mp3,audio/wav,audio/x-wav,audio/mpeg,audio/mp3';
