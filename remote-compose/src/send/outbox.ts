import type { SendBody } from '@yanshu/contracts'
import { type LoginScope, offlineParts } from '@yanshu/shell-api'
import { LETTERS, rawEntry } from '../recovery/letterJournal.ts'

/**
 * Puts a letter into the outbox of this device, from which it is sent once the network is back. Answers whether it lies there:
 * not where the browser cannot seal it, or the journal does not have the letter.
 * @param entryKey the letter's entry of the journal, which has all of it
 */
export async function toOutbox(login: LoginScope, entryKey: string, { mailId, ...letter }: SendBody): Promise<boolean> {
  try {
    const value = await rawEntry(entryKey)
    const { canKeep, queueLetter, readOffline, tellWindows } = await offlineParts()
    if (!value || !canKeep()) return false
    const { clientId, draft } = value.note
    const route = draft ? `draft/${draft.mailId}` : (value.letter.route.split('?')[0] ?? 'new/0')
    const again = { journal: LETTERS, key: entryKey, value, path: `/write/${route}?restore=${encodeURIComponent(entryKey)}` }
    await queueLetter(login, { letter, draftId: mailId, clientId, again, at: Date.now(), refused: null })
    await readOffline(login)
    tellWindows()
    return true
  } catch {
    return false
  }
}
