/** The mark on 100 × 78: the body from tail to beak and the raised wing, each a brush stroke that begins and ends thin. */
export const GOOSE_STROKES =
  'M2 69C24 67.5 44 65 59.5 56.5C74 48.5 81 35.5 98 31.5C88.5 39.5 84.5 54.5 68 66C50 78.5 24 77 2 69ZM64 51.5C61 30.5 42 11.5 11 2C31 18 38.5 37.5 64 51.5Z'

/** Width and height of the drawing that the strokes stand in. */
export const GOOSE_BOX = { width: 100, height: 78 } as const
