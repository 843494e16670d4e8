import type { BlockSink } from './fileBlocks.ts'
import { partsInOrder } from './officeParts.ts'
import { readXml } from './readXml.ts'
import type { ZipFile } from './zipFile.ts'

/** A presentation of PowerPoint: the text of each slide and of its notes. */
export async function readSlides(zip: ZipFile, sink: BlockSink): Promise<void> {
  const slides = await partsInOrder(zip, 'ppt/presentation.xml', 'sldId')
  for (const [at, { path }] of slides.entries()) {
    sink.add({ kind: 'part', text: String(at + 1) })
    await readSlide(zip, path, sink)
    await readSlide(zip, path.replace('slides/slide', 'notesSlides/notesSlide'), sink)
  }
}

async function readSlide(zip: ZipFile, path: string, sink: BlockSink): Promise<void> {
  const content = await zip.read(path)
  if (!content) return
  let text = ''
  let isText = false
  let isTitle = false
  let skipped = 0
  await readXml(content, {
    open(element, { type = '' }) {
      if (element === 'Fallback') skipped += 1
      else if (element === 'sp') isTitle = false
      else if (element === 'ph') isTitle = type === 'title' || type === 'ctrTitle'
      else if (element === 't') isText = true
      else if (element === 'br') text += '\n'
    },
    text(piece) {
      if (isText && skipped === 0) text += piece
    },
    close(element) {
      if (element === 'Fallback') skipped -= 1
      else if (element === 't') isText = false
      else if (element === 'p' && skipped === 0) {
        sink.add(isTitle ? { kind: 'heading', level: 2, text } : { kind: 'text', text })
        text = ''
      }
    },
  })
}
