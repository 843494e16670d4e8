import {
  type ApprovalForecast,
  isRestricted,
  type LetterCheck,
  optionOf,
  protectionOf,
  type SlotProps,
} from '@yanshu/contracts'
import { format, http, language, t } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { APPROVAL_WORDS } from './words.ts'

const say = (key: string, values?: Readonly<Record<string, string | number>>) =>
  t(APPROVAL_WORDS, `check.${key}`, values)

type Ways = NonNullable<ApprovalForecast['held']>['ways']

/** Adds what to change in the letter so that it leaves without approval. */
function withWays(text: string, ways: Ways = []): string {
  if (ways.length === 0) return text
  const all = ways.map(({ sendAt, ...way }) => {
    const one = way[language()]
    return sendAt === null ? one : say('later', { text: one, time: format().dayTime(sendAt) })
  })
  return say('ways', { text, ways: all.join(say('or')) })
}

/** Shows before a letter is sent that it needs approval, why, who decides and until when. */
const check: LetterCheck = {
  async judge({ content, signal }) {
    const { to, cc, bcc, subject, html, fileIds, options } = content
    const addresses = [...to, ...cc, ...bcc].map(({ address }) => address)
    const sendAt = optionOf(options, 'mail.sendAt')
    const reading = optionOf(options, 'mail.reading')
    const secrecy: 'free' | 'restricted' | 'secret' = reading?.secret
      ? 'secret'
      : isRestricted(reading)
        ? 'restricted'
        : 'free'
    const encrypted = protectionOf(options)?.encrypt ?? false
    const body = { to: addresses, subject, html, fileIds: [...fileIds], sendAt, secrecy, encrypted }
    const { held } = await http.post('mail/main/approval/preview', body, { silent: true, signal })
    if (!held) return null
    const why = held.why[language()]
    if (held.deciders.length === 0) return { refuse: withWays(say('nobody', { why }), held.ways) }
    const text = say('text', {
      why,
      names: format().people(held.deciders),
      levels: held.levels > 1 ? say('levels', { count: held.levels }) : '',
      due: held.dueAt === null ? '' : say('due', { time: format().dayTime(held.dueAt) }),
      usual: held.usualMinutes === null ? '' : say('usual', { minutes: Math.max(1, held.usualMinutes) }),
    })
    return { ask: { title: say('title'), text: withWays(text, held.ways), yes: say('yes'), no: say('no') } }
  },
}

export function ApprovalCheck({ offer }: SlotProps<'letter.check'>) {
  useEffect(() => offer(check), [offer])
  return null
}
