import type { MailAddress, MailListItem } from '@yanshu/contracts'
import { addMessages, http, perLogin } from '@yanshu/shell-api'
import type { SendQuestion } from '../send/sendCheck.ts'
import { NS } from '../write/namespace.ts'
import { en, zh } from './words.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** Scripts that people mix up by a wrong template or a wrong recipient. */
export type Script = 'han' | 'latin'

/** A text with fewer letters does not show its language. */
const LETTERS_MIN = 20
/** More than that share of letters is the text's script. A name or a term in the other one is usual. */
const SHARE_MIN = 0.8
/** A Chinese character counts as several letters: it is a word, or half of one. */
const HAN_WEIGHT = 3
/** Mails of a person that are read, and those that are needed. */
const MAILS_READ = 10
const MAILS_MIN = 3

/** The script of a text; null where it is short, mixed, or in another script. */
export function scriptOf(text: string): Script | null {
  const words = text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, '')
  const han = HAN_WEIGHT * (words.match(/\p{Script=Han}/gu) ?? []).length
  const latin = (words.match(/\p{Script=Latin}/gu) ?? []).length
  const others = (words.match(/\p{L}/gu) ?? []).length - han / HAN_WEIGHT - latin
  const all = han + latin + others
  if (all < LETTERS_MIN) return null
  if (han > SHARE_MIN * all) return 'han'
  return latin > SHARE_MIN * all ? 'latin' : null
}

/** The script in which all of a person's mails are written; null where they are few or differ. */
export function scriptOfMails(mails: readonly Pick<MailListItem, 'from' | 'subject' | 'preview'>[], address: string) {
  const own = mails.filter(({ from }) => from.address.toLowerCase() === address.toLowerCase())
  const scripts = own.flatMap(({ subject, preview }) => scriptOf(`${subject} ${preview}`) ?? [])
  const [first] = scripts
  return scripts.length >= MAILS_MIN && scripts.every((one) => one === first) ? (first ?? null) : null
}

const known = perLogin(() => new Map<string, Script | null>())

async function scriptOfPerson(address: string, signal?: AbortSignal): Promise<Script | null> {
  const key = address.toLowerCase()
  const scripts = known()
  const before = scripts.get(key)
  if (before !== undefined) return before
  const query = { address, pageSize: MAILS_READ }
  const { list } = await http.get('mail/email/related/list', query, { silent: true, ...(signal ? { signal } : {}) })
  const script = scriptOfMails(list, address)
  scripts.set(key, script)
  return script
}

/** Reads the scripts of people before they are asked for. Rejects with an `ApiError`. */
export const readScripts = (addresses: readonly string[]): Promise<unknown> =>
  Promise.all(addresses.map((address) => scriptOfPerson(address)))

/**
 * What is asked where the recipients have always written in the other script than the letter's; null where the letter is
 * short or mixed, where one of them writes as the letter does, or where too little is known.
 */
export async function languageQuestion(
  text: string,
  people: readonly MailAddress[],
  say: Say,
  signal: AbortSignal,
): Promise<SendQuestion | null> {
  const script = scriptOf(text)
  if (script === null || people.length === 0) return null
  const scripts = await Promise.all(people.map(({ address }) => scriptOfPerson(address, signal)))
  if (!scripts.every((one) => one !== null && one !== script)) return null
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
  const names = people.map(({ name, address }) => name || address).join(say('invalid.between'))
  return {
    title: say(`language.${script}`),
    text: say(`language.${script}Why`, { names }),
    yes: say('together.send'),
    no: say('together.back'),
  }
}
