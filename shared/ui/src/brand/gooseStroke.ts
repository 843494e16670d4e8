/** Beak, crown, neck, the raised wing with three feathers, tail, belly, throat: one stroke, on 100 × 90. */
export const GOOSE_STROKE =
  'M98 27C95 27 93 24 89 24C84 24 81.5 28.5 78 34C73.5 41 67 46.5 60 48.5C56 33 42 14 10 6C17 10.5 22.5 15 26.5 19.5C22.5 18.3 18.5 17.7 15 17.7C21.5 21.5 27 26 31 31.5C28 30.5 25 30.2 22 30.5C29.5 36 34.5 44 38 54C27 60 14 70 2 84C16 76.5 29 73 41 69.8C55 66 65 58.8 73 49.5C78.8 42.5 83 34.9 88.8 33.2C92.3 32.2 96.5 31 98 27Z'

/** Width and height of the drawing that the stroke stands in. */
export const GOOSE_BOX = { width: 100, height: 90 } as const
