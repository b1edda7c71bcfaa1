/** Value for a file picker's `accept`: WAV and MP3. */
export const ACCEPTED_AUDIO = '.wav,.mp3,audio/wav,audio/x-wav,audio/mpeg,audio/mp3';
