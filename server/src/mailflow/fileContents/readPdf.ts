import { createRequire } from 'node:module'
import path from 'node:path'
import { PAIRED } from '../../store/search/tokens.ts'
import type { BlockSink } from './fileBlocks.ts'

/** Chinese has no spaces; a PDF file has them where its characters were placed one by one, and at the ends of lines. */
const BETWEEN_PAIRED = new RegExp(`(?<=[${PAIRED}])\\s+(?=[${PAIRED}])`, 'gu')

const CMAPS = `${path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/cmaps/`

/** Loaded for the first PDF file. It warns while it is loaded that it cannot draw here, which it is not asked to do. */
async function loadPdf() {
  const { warn } = console
  console.warn = () => {}
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } finally {
    console.warn = warn
  }
}

/** The text of the pages of a PDF file. Nothing in it is run or drawn, and nothing fetched. */
export async function readPdf(bytes: Uint8Array, sink: BlockSink): Promise<void> {
  const { getDocument, VerbosityLevel } = await loadPdf()
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useWorkerFetch: false,
    // By these tables the text of Chinese fonts is read that are not in the file.
    cMapUrl: CMAPS,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
  })
  const document = await loading.promise
  try {
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      sink.add({ kind: 'part', text: String(number) })
      sink.add({ kind: 'text', text: text.replaceAll(BETWEEN_PAIRED, '') })
      page.cleanup()
    }
  } finally {
    await loading.destroy()
  }
}
