import { type CompoundFolder, openCompoundFile } from './compoundFile.ts'
import type { BlockSink } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { textOfHtml, textOfTwoBytes, textOfWindows, timeOfWindows } from './mapiText.ts'
import { addShownMail, personText } from './shownMail.ts'

const PROPERTIES = '__properties_version1.0'
const ATTACHMENT = /^__attach_version1\.0_#/
const FILES_MAX = 1_000
/** Before the properties of a mail, and of what lies inside of one. */
const HEAD_OF_MAIL = 32
const HEAD_INSIDE = 8
const ROW_BYTES = 16

/** Numbers of properties (MS-OXPROPS). */
const OF = {
  subject: '0037',
  senderName: '0C1A',
  senderAddress: '5D01',
  senderOther: '0C1F',
  to: '0E04',
  cc: '0E03',
  body: '1000',
  html: '1013',
  fileName: '3707',
  shortName: '3704',
  displayName: '3001',
} as const
const FILE_DATA = '__substg1.0_37010102'
const SENT = 0x0039_0040
const DELIVERED = 0x0e06_0040
const FILE_SIZE = 0x0e20_0003
const CODE_PAGES = [0x3ffd_0003, 0x3fde_0003]

/**
 * A mail as Outlook saves it (`.msg`, MS-OXMSG): its head, text and the names of its files. Other compound files are those of
 * Office of before 2007, which are not read. Throws `FileUnreadableError`.
 */
export function readOutlookMail(bytes: Buffer, sink: BlockSink): void {
  const root = openCompoundFile(bytes)
  if (!root.streams.has(PROPERTIES)) throw new FileUnreadableError('a compound file that is no mail')
  const fixed = fixedOf(root, HEAD_OF_MAIL)
  const codePage = Number(CODE_PAGES.map((tag) => fixed.get(tag)).find((value) => value !== undefined) ?? 0n) % 2 ** 32
  const text = (property: string) => textOf(root, property, codePage)
  const html = root.streams.get(`__substg1.0_${OF.html}0102`)
  const body = text(OF.body)
  addShownMail(
    {
      subject: text(OF.subject),
      from: personText(text(OF.senderName), text(OF.senderAddress) || text(OF.senderOther)),
      to: text(OF.to),
      cc: text(OF.cc),
      date: timeOfWindows(fixed.get(SENT) ?? fixed.get(DELIVERED) ?? 0n),
      text: body === '' && html ? textOfHtml(html(), codePage) : body,
      files: filesOf(root, codePage),
    },
    sink,
  )
}

function textOf({ streams }: CompoundFolder, property: string, codePage: number): string {
  const wide = streams.get(`__substg1.0_${property}001F`)
  if (wide) return textOfTwoBytes(wide())
  const narrow = streams.get(`__substg1.0_${property}001E`)
  return narrow ? textOfWindows(narrow(), codePage) : ''
}

/** Properties of eight bytes at most, by their numbers. */
function fixedOf({ streams }: CompoundFolder, head: number): ReadonlyMap<number, bigint> {
  const bytes = streams.get(PROPERTIES)?.() ?? Buffer.alloc(0)
  const values = new Map<number, bigint>()
  for (let at = head; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
    values.set(bytes.readUInt32LE(at), bytes.readBigUInt64LE(at + 8))
  }
  return values
}

function filesOf(root: CompoundFolder, codePage: number) {
  const files: { name: string; size: number }[] = []
  for (const [folder, open] of root.folders) {
    if (!ATTACHMENT.test(folder)) continue
    if (files.length >= FILES_MAX) break
    const attachment = open()
    const name = [OF.fileName, OF.shortName, OF.displayName]
      .map((property) => textOf(attachment, property, codePage))
      .find((text) => text !== '')
    const size = attachment.streams.get(FILE_DATA)?.().length
    const statedSize = Number(fixedOf(attachment, HEAD_INSIDE).get(FILE_SIZE) ?? 0n) % 2 ** 32
    files.push({ name: name ?? '', size: size ?? statedSize })
  }
  return files
}
