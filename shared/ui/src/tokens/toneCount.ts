/** Number of tones for avatars and labels: `--tone-1-…` to `--tone-12-…`. */
export const TONE_COUNT = 12
