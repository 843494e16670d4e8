import type { Language } from '@yanshu/contracts'

let chosen: Language | null = null

/** Notes that somebody asked for a language before logging in. */
export function chooseLanguage(language: Language): void {
  chosen = language
}

/** What was asked for since the last call, or null: whoever logged in then wants it for the account as well. */
export function takeChosenLanguage(): Language | null {
  const taken = chosen
  chosen = null
  return taken
}
