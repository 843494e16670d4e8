/** Which mails of a conversation are open: those that were pressed, or all but those that were closed. */
export interface OpenMails {
  readonly all: boolean
  readonly except: ReadonlySet<number>
}

export const NONE_OPEN: OpenMails = { all: false, except: new Set() }
export const ALL_OPEN: OpenMails = { all: true, except: new Set() }

export const isOpen = ({ all, except }: OpenMails, mailId: number): boolean => all !== except.has(mailId)

/** The same with one of them opened or closed. */
export function withMail(mails: OpenMails, mailId: number, open: boolean): OpenMails {
  if (isOpen(mails, mailId) === open) return mails
  const except = new Set(mails.except)
  if (open === mails.all) except.delete(mailId)
  else except.add(mailId)
  return { ...mails, except }
}

/** Mails beside the current mail that have their text at the same time: a frame and a document each. */
export const TEXTS_MAX = 15

/** Where a mail stands, in pixels of the view. */
export interface MailPlace {
  readonly mailId: number
  readonly top: number
  readonly bottom: number
}

/** The mails that are nearest to a height, at most `most`. */
export function nearestTo(height: number, places: readonly MailPlace[], most = TEXTS_MAX): ReadonlySet<number> {
  const distance = ({ top, bottom }: MailPlace) => Math.max(0, top - height, height - bottom)
  const nearest = places.toSorted((a, b) => distance(a) - distance(b)).slice(0, most)
  return new Set(nearest.map(({ mailId }) => mailId))
}

/** Height of a mail on its line, in pixels. */
const LINE_PX = 36

/** The room of mails that are not drawn, in pixels: open ones as `heightOf` has them, the others on their lines. */
export const roomOf = (
  ids: readonly number[],
  { isOpen, heightOf }: { isOpen(id: number): boolean; heightOf(id: number): number },
): number => ids.reduce((sum, id) => sum + (isOpen(id) ? heightOf(id) : LINE_PX), 0)

/** Mails that are drawn and put away together. */
export const BLOCK = 20

/** A block of mails that stand one behind the other. */
export interface MailBlock {
  /** The place of the block in the conversation: the same however much of it is shown. */
  readonly at: number
  readonly ids: readonly number[]
}

/** The mails of a part of a conversation in blocks. */
export function blocksOf(ids: readonly number[], start: number, end: number): readonly MailBlock[] {
  const blocks: MailBlock[] = []
  if (start >= end) return blocks
  for (let at = Math.floor(start / BLOCK); at * BLOCK < end; at += 1) {
    blocks.push({ at, ids: ids.slice(Math.max(start, at * BLOCK), Math.min(end, (at + 1) * BLOCK)) })
  }
  return blocks
}
