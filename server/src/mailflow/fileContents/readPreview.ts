import { readTextFile } from '../../mime/readTextFile.ts'
import { csvCells } from '../../platform/csv/csv.ts'
import { BlockSink, CHARACTERS_MAX, EnoughError } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { readCards } from './readCards.ts'
import { type FileContent, isText, readFile } from './readFile.ts'
import { readMarkdown } from './readMarkdown.ts'
import { isZip, listZip } from './zipFile.ts'

/** Bytes of a file of text that are shown. */
const TEXT_BYTES_MAX = 1_024 * 1_024

/**
 * A file as it is shown. What `readFile` reads is shown as that; beside it mails, archives, events, contacts, tables and
 * Markdown, and every other text with its lines as they are. Throws `FileUnreadableError`.
 */
export async function readPreview(bytes: Buffer, name: string): Promise<FileContent> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const sink = new BlockSink()
  try {
    if (isZip(bytes)) return await readFile(bytes, name).catch(() => readArchive(bytes))
    else if (['html', 'htm', 'eml'].includes(ending) || !isText(bytes)) return await readFile(bytes, name)
    else {
      readLines(readTextFile(bytes.subarray(0, TEXT_BYTES_MAX), false), ending, sink)
      if (bytes.length > TEXT_BYTES_MAX) throw new EnoughError()
    }
    return { blocks: sink.blocks, isCut: false }
  } catch (error) {
    if (error instanceof EnoughError || sink.blocks.length > 0) return { blocks: sink.blocks, isCut: true }
    if (error instanceof FileUnreadableError) throw error
    throw new FileUnreadableError('unreadable', { cause: error })
  }
}

function readLines(text: string, ending: string, sink: BlockSink): void {
  if (ending === 'md' || ending === 'markdown') readMarkdown(text, sink)
  else if (ending === 'csv' || ending === 'tsv') readTable(text, ending === 'tsv' ? ['\t'] : [',', ';'], sink)
  else if (/^\s*BEGIN:V(?:CALENDAR|CARD)/i.test(text)) readCards(text, sink)
  else {
    sink.add({ kind: 'code', text })
    if (text.length > CHARACTERS_MAX) throw new EnoughError()
  }
}

function readTable(text: string, delimiters: readonly string[], sink: BlockSink): void {
  for (const cells of csvCells(text, delimiters)) sink.row(cells)
}

async function readArchive(bytes: Buffer): Promise<FileContent> {
  const { entries, isCut } = await listZip(bytes)
  return { blocks: [{ kind: 'entries', entries }], isCut }
}
