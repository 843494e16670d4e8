import { coverageOf } from './drawPath.ts'
import { colourOf, encodePng } from './png.ts'

/** How an application shows itself outside its page: in the tab of the browser, on a home screen, in a dock. */
export interface AppFace {
  readonly name: string
  readonly shortName: string
  readonly description: string
  readonly lang: string
  /** The mark as one SVG path of `M`, `L`, `C`, `Z` and the box it is drawn in. */
  readonly mark: string
  readonly box: { readonly width: number; readonly height: number }
  /** Ground of the icons. */
  readonly accent: string
  /** Colours of the window around the page and of the page before it has painted. */
  readonly themeColour: string
  readonly background: string
}

/** Edges of the PNG icons in px: a phone's home screen, then what installed applications need. */
const PNG_SIZES = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 } as const
/** A mask may cut an icon down to a circle of four fifths of its width; the mark stays inside. */
const MARK_SHARE = 0.58

const round = (value: number) => Math.round(value * 100) / 100

/** Where the mark stands in a square of `size`: in its middle, `share` of its width. */
function placed({ box }: AppFace, size: number, share: number) {
  const scale = (size * share) / box.width
  return { scale, left: (size - box.width * scale) / 2, top: (size - box.height * scale) / 2 }
}

function svg(face: AppFace): string {
  const { scale, left, top } = placed(face, 32, 0.72)
  const move = `translate(${round(left)} ${round(top)}) scale(${round(scale)})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${face.accent}"/><path transform="${move}" fill="#fff" d="${face.mark}"/></svg>\n`
}

function png(face: AppFace, size: number): Buffer {
  const coverage = coverageOf(face.mark, size, placed(face, size, MARK_SHARE))
  return encodePng(size, coverage, colourOf(face.accent), [255, 255, 255])
}

function manifest(face: AppFace): string {
  const icons = [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...[192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  ]
  const { name, shortName, description, lang, themeColour, background } = face
  const members = {
    id: '/',
    name,
    short_name: shortName,
    description,
    lang,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeColour,
    background_color: background,
    icons,
  }
  return `${JSON.stringify(members, null, 2)}\n`
}

/** Icons and web app manifest (W3C appmanifest) as files of the host, drawn from the mark alone. */
export function appFiles(face: AppFace): { path: string; body: string | Uint8Array }[] {
  return [
    { path: 'favicon.svg', body: svg(face) },
    { path: 'app.webmanifest', body: manifest(face) },
    ...Object.entries(PNG_SIZES).map(([path, size]) => ({ path, body: png(face, size) })),
  ]
}
