import type { IconDrawing } from '../icons/paths.ts'

/** Stops what runs for a while, and lets it go on. */
export const PAUSE: IconDrawing = 'M7 4.5v11M13 4.5v11'
export const GO_ON: IconDrawing = 'M6.5 4.2v11.6L15.8 10z'
