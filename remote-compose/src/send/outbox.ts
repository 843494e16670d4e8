import type { SendBody } from '@yanshu/contracts'
import { type LoginScope, offlineParts } from '@yanshu/shell-api'
import { LETTERS, type StoredEntry } from '../recovery/letterJournal.ts'

const read = ({ letter, note: { clientId, draft } }: StoredEntry) => ({
  clientId,
  path: `/write/${draft ? `draft/${draft.mailId}` : (letter.route.split('?')[0] ?? 'new/0')}`,
})

/**
 * Stores a letter in the outbox of this device, from which it is sent once the network is back. Answers whether it lies there.
 * @param key the letter's entry of the journal, which has all of it
 */
export const toOutbox = (login: LoginScope, key: string, body: SendBody): Promise<boolean> =>
  offlineParts()
    .then(({ sendLater }) => sendLater(login, body, { journal: LETTERS, key, read }))
    .catch(() => false)
