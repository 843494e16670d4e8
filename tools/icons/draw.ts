import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { GOOSE_BOX, GOOSE_STROKES } from '../../shared/ui/src/brand/gooseStrokes.ts'
import { ensureChromium } from '../chromium.ts'

/**
 * `node tools/icons/draw.ts`: draws the icons of the application from the mark into `host/app-files`, which are
 * committed. Run it when the mark or the default accent changes, and check the pictures.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../host/app-files')
const ACCENT = '#2456d6'

interface IconForm {
  /** Width of the mark as a share of the icon's. */
  readonly share: number
  /** Radius of the corners as a share of the icon's width; 0 where the system cuts them itself. */
  readonly corner: number
}

const ROUNDED: IconForm = { share: 0.72, corner: 0.22 }
const SQUARE: IconForm = { share: 0.66, corner: 0 }
/** A mask may leave a circle of four fifths of the width (W3C appmanifest, "safe zone"). */
const MASKABLE: IconForm = { share: 0.54, corner: 0 }

const PICTURES: readonly { file: string; size: number; form: IconForm }[] = [
  { file: 'apple-touch-icon.png', size: 180, form: SQUARE },
  { file: 'icon-192.png', size: 192, form: ROUNDED },
  { file: 'icon-512.png', size: 512, form: ROUNDED },
  { file: 'icon-maskable-512.png', size: 512, form: MASKABLE },
]

const round = (value: number) => Math.round(value * 100) / 100

function iconSvg(size: number, { share, corner }: IconForm): string {
  const scale = (size * share) / GOOSE_BOX.width
  const left = round((size - GOOSE_BOX.width * scale) / 2)
  const top = round((size - GOOSE_BOX.height * scale) / 2)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><title>雁书</title>` +
    `<rect width="${size}" height="${size}" rx="${round(size * corner)}" fill="${ACCENT}"/>` +
    `<path transform="translate(${left} ${top}) scale(${round(scale)})" fill="#fff" d="${GOOSE_STROKES}"/></svg>\n`
  )
}

mkdirSync(FOLDER, { recursive: true })
writeFileSync(path.join(FOLDER, 'favicon.svg'), iconSvg(32, ROUNDED))
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  // Chromium refuses its sandbox to root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const { file, size, form } of PICTURES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<body style="margin:0">${iconSvg(size, form)}`)
    await page.screenshot({ path: path.join(FOLDER, file), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
