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

/**
 * Shows the icon in the browser's tab, as a picture: the browser loads it anew with every change of the address, and an SVG
 * it draws as a document of its own, in the middle of what the page draws then.
 */
export function showFavicon(svg: string): void {
  const known = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const link = known ?? document.createElement('link')
  if (!known) document.head.append(link)
  link.rel = 'icon'
  link.dataset.svg = svg
  const drawing = new Image()
  drawing.onload = () => {
    // Another one may have been asked for meanwhile.
    if (link.dataset.svg !== svg) return
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 2 * EDGE
    canvas.getContext('2d')?.drawImage(drawing, 0, 0, canvas.width, canvas.height)
    link.type = 'image/png'
    link.href = canvas.toDataURL()
  }
  drawing.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
}
