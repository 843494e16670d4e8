import type { Language } from '@yanshu/contracts'

let chosen: Language | null = null

/** Notes the language that was chosen before the login. */
export function chooseLanguage(language: Language): void {
  chosen = language
}

/** The language chosen since the last call, or null: after the login it is saved for the account as well. */
export function takeChosenLanguage(): Language | null {
  const taken = chosen
  chosen = null
  return taken
}
