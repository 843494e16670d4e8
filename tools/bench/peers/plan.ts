import { isPlain, type Scene } from '../scene.ts'
import type { PlannedMail } from './client.ts'

/** Rows that all of the clients show at once in the window of the benchmark, where they show any. */
export const ROWS_IN_SIGHT = 8
/** Among the newest as many there is a mail with a large HTML. */
export const NEWEST = 200

/** What is done in a round, the same in every client. */
export interface Plan {
  readonly mails: number
  readonly first: PlannedMail
  readonly second: PlannedMail
  readonly next: PlannedMail
  readonly html: PlannedMail
}

/** Chooses the mails of a round by what the service answers about the newest ones; the same are in Dovecot. */
export async function planRound(scene: Scene, mails: number): Promise<Plan> {
  const rows = await scene.rows('inbox', NEWEST)
  const at = async (index: number): Promise<PlannedMail> => {
    const mail = rows[index]
    if (!mail) throw new Error(`the inbox has no row ${index}`)
    const { text } = isPlain(mail) ? scene.plain(mail) : await scene.html(mail, rows[0]?.mailId ?? 0)
    return { index, number: numberAt(index, mails), text }
  }
  const plain = rows.slice(0, 9).flatMap((mail, index) => (isPlain(mail) ? [index] : []))
  const [first = 0] = plain
  const html = rows.findIndex((mail) => !isPlain(mail))
  return {
    mails,
    first: await at(first),
    // Neighbours of an open mail may be fetched ahead, so this is none.
    second: await at(plain[4] ?? 0),
    next: await at(first + 1),
    html: await at(html),
  }
}

/** The number in the subject of the mail at a place of the inbox, counted from the newest; for its newer half. */
export const numberAt = (index: number, mails: number): number => mails - 1 - index

/** The numbers of a screen's first rows. */
export const screenAt = (index: number, mails: number): readonly number[] =>
  [0, ROWS_IN_SIGHT - 1].map((row) => numberAt(index + row, mails))
