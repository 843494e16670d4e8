/** The colours a label may have, by the numbers that the server stores (contracts: 0 to 9). */
export const LABEL_COLORS: readonly number[] = Array.from({ length: 10 }, (_, index) => index)

/** The tone of the interface that shows a stored colour. Tones count from 1. */
export const toneOfColor = (color: number): number => color + 1
