/** What is drawn on a letter paper beside its border. */
export const PAPER_ORNAMENTS = ['none', 'band', 'frame', 'margins', 'slips', 'ridges'] as const
export type PaperOrnament = (typeof PAPER_ORNAMENTS)[number]

/** Contrast of text and ground that WCAG 2.2 asks for (AA). */
const CONTRAST_MIN = 4.5

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether text can be read on the sheet of a paper; colours as `#rrggbb`. */
export function isReadable({ text, sheet }: { readonly text: string; readonly sheet: string }): boolean {
  const [dark = 0, light = 0] = [luminance(text), luminance(sheet)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05) >= CONTRAST_MIN
}
