import { GOOSE_BOX, GOOSE_STROKES } from '@yanshu/ui'

const EDGE = 32
const SCALE = (EDGE * 0.72) / GOOSE_BOX.width
const PLACE = `translate(${(EDGE - GOOSE_BOX.width * SCALE) / 2} ${(EDGE - GOOSE_BOX.height * SCALE) / 2}) scale(${SCALE})`

/**
 * The icon of the browser's tab as an SVG: the goose on a tile in the accent, which a light and a dark tab both show,
 * with a number while mails are unread.
 */
export function faviconSvg(unread: number, accent: string): string {
  const text = unread > 99 ? '99+' : `${unread}`
  const width = text.length > 2 ? 25 : text.length > 1 ? 21 : 17
  const badge =
    unread > 0
      ? `<rect x="${EDGE - width}" y="15" width="${width}" height="17" rx="8" fill="#d0312d" stroke="#fff" stroke-width="1.5"/>` +
        `<text x="${EDGE - width / 2}" y="28" font-family="system-ui,sans-serif" font-size="13" font-weight="700" text-anchor="middle" fill="#fff">${text}</text>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}"><rect width="${EDGE}" height="${EDGE}" rx="7" fill="${accent}"/><path transform="${PLACE}" d="${GOOSE_STROKES}" fill="#fff"/>${badge}</svg>`
}

/** Shows the icon in the browser's tab. */
export function showFavicon(svg: string): void {
  const known = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const link = known ?? document.createElement('link')
  link.rel = 'icon'
  link.type = 'image/svg+xml'
  link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`
  if (!known) document.head.append(link)
}
