import type { IconDrawing } from './paths.ts'

/** A picture that is put into a text. */
export const IMAGE_ADD: IconDrawing =
  'M11 3.5H4.2A1.2 1.2 0 0 0 3 4.7v10.6a1.2 1.2 0 0 0 1.2 1.2h11.6a1.2 1.2 0 0 0 1.2-1.2V10M3 13.5l3.8-3.8 3.4 3.4 2.6-2.6L17 14.6M15.5 2.5v5M13 5h5'
