import { http, newName } from '@yanshu/shell-api'
import { keptAnswers } from './answers.ts'

/** Saves every short answer that was not sent as a draft. Answers how many could not be saved; those stay where they are. */
export async function saveAnswers(): Promise<number> {
  const kept = keptAnswers()
  let failed = 0
  for (const { key, value } of await kept.entries()) {
    try {
      const body = { ...value, mailId: Number(key), clientId: newName() }
      await http.post('mail/email/quickDraft', body, { silent: true })
      await kept.remove(key)
    } catch {
      failed += 1
    }
  }
  return failed
}
