import { type LoginScope, loginScope } from '@yanshu/shell-api'
import { saveDraft } from '../draft-sync/draftCalls.ts'
import { entriesByUse, type KeptEntry, letterJournal } from '../recovery/letterJournal.ts'
import { lettersHere } from './openLetters.ts'

/**
 * Saves every letter that the server lacks: those that are open here, and those that wait to be restored. Answers how many
 * could not be saved; one that another window is writing is saved there, and counts until it is.
 */
export async function saveLetters(): Promise<number> {
  const login = loginScope()
  const open = await lettersHere()
  const mine = new Set(open.map(({ beginning }) => beginning.entryKey))
  const saved = await Promise.all(open.map((letter) => letter.saveQuietly()))
  const { idle, live } = await entriesByUse()
  const isLacking = ({ key, value }: KeptEntry) => value.note.unsaved && !mine.has(key)
  let failed = saved.filter((done) => !done).length + live.filter(isLacking).length
  for (const entry of idle.filter(isLacking)) if (!(await saveWaiting(entry, login))) failed += 1
  return failed
}

async function saveWaiting({ key, value: { letter, note } }: KeptEntry, login: LoginScope): Promise<boolean> {
  try {
    await saveDraft({ ...letter, clientId: note.clientId }, note.draft, login)
  } catch {
    // Another version lies there, or there is no answer: the journal keeps it.
    return false
  }
  await letterJournal().remove(key)
  return true
}
