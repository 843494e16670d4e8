import type { WriteParams } from '@yanshu/contracts'
import { http, perLogin } from '@yanshu/shell-api'

/** What writing needs to know, asked for before the code that uses it has come; and whether it was ever had. */
const early = perLogin(() => ({ answer: null as Promise<WriteParams> | null, had: false }))

const ask = (signal?: AbortSignal) =>
  http.get('mail/email/getWriteParams', {}, { silent: true, ...(signal ? { signal } : {}) })

/** Asks at the click that begins the first letter. A failure is shown when the letter is begun. */
export function askForParams(): void {
  const mine = early()
  if (mine.had || mine.answer) return
  mine.answer = ask()
  mine.answer.catch(() => undefined)
}

/** The answer that is on its way, once; else asks. @throws {ApiError} */
export async function takeParams(signal: AbortSignal): Promise<WriteParams> {
  const mine = early()
  const { answer } = mine
  mine.answer = null
  const params = await (answer ?? ask(signal))
  mine.had = true
  return params
}
