/** Fits the largest form, a signed proof of 8 kB with an icon of 16 kB. Applies to every body, also in Next.js (next.config.mjs). */
export const largestBodyInBytes = 32 * 1024;
