import type { FileBlock } from '@yanshu/contracts'
import { readTextFile } from '../../mime/readTextFile.ts'
import { isCompoundFile } from './compoundFile.ts'
import { BlockSink, EnoughError } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { readMailFile } from './readMailFile.ts'
import { readOpenDocument } from './readOpenDocument.ts'
import { readOutlookMail } from './readOutlookMail.ts'
import { readPdf } from './readPdf.ts'
import { readSheets } from './readSheets.ts'
import { readSlides } from './readSlides.ts'
import { isTnef, readTnef } from './readTnef.ts'
import { readWord } from './readWord.ts'
import { isZip, openZip } from './zipFile.ts'

/** What was read of a file. */
export interface FileContent {
  readonly blocks: FileBlock[]
  /** Only its beginning was read: it has more than is shown and searched. */
  readonly isCut: boolean
}

/** Bytes of a text file that are read: its limit of characters, each in up to four bytes. */
const TEXT_BYTES_MAX = 1_024 * 1_024

/**
 * Reads what stands in a file. Its bytes decide what it is, its name only whether text is a page. Nothing that it names is
 * followed: no entity, link, relation to outside, macro or formula. For threads with a limit of time and memory. Throws
 * `FileUnreadableError`.
 */
export async function readFile(bytes: Buffer, name: string): Promise<FileContent> {
  const sink = new BlockSink()
  try {
    await readKnown(bytes, name, sink)
    return { blocks: sink.blocks, isCut: false }
  } catch (error) {
    // What is damaged behind its beginning is read up to there.
    if (error instanceof EnoughError || sink.blocks.length > 0) return { blocks: sink.blocks, isCut: true }
    throw new FileUnreadableError('unreadable', { cause: error })
  }
}

async function readKnown(bytes: Buffer, name: string, sink: BlockSink): Promise<void> {
  if (isZip(bytes)) {
    const zip = await openZip(bytes)
    const names = new Set(zip.names)
    if (names.has('word/document.xml')) return readWord(zip, sink)
    if (names.has('xl/workbook.xml')) return readSheets(zip, sink)
    if (names.has('ppt/presentation.xml')) return readSlides(zip, sink)
    if (names.has('content.xml')) return readOpenDocument(zip, sink)
    throw new FileUnreadableError('an archive')
  }
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return readPdf(bytes, sink)
  if (isCompoundFile(bytes)) return readOutlookMail(bytes, sink)
  if (isTnef(bytes)) return readTnef(bytes, sink)
  if (/\.eml$/i.test(name)) return readMailFile(bytes, sink)
  const beginning = bytes.subarray(0, TEXT_BYTES_MAX)
  if (!isText(beginning)) throw new FileUnreadableError('bytes')
  const text = readTextFile(beginning, /\.html?$/i.test(name))
  sink.add({ kind: 'text', text })
  if (bytes.length > TEXT_BYTES_MAX) throw new EnoughError()
}

/** Text has no bytes of 0, but for the two charsets of two bytes. */
export const isText = (bytes: Buffer): boolean =>
  bytes.length > 0 &&
  (!bytes.subarray(0, 4_096).includes(0) || (bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0))))
