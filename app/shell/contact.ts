/** Where visitors write to. */
export const SUPPORT_EMAIL = 'support@fudebako.example';
