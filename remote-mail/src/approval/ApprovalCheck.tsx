import {
  type ApprovalForecast,
  isRestricted,
  type LetterCheck,
  type LetterChoice,
  type LetterContent,
  optionOf,
  protectionOf,
  type SlotProps,
  withOption,
  withoutPictureKeys,
} from '@yanshu/contracts'
import { format, http, language, t } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { APPROVAL_WORDS } from './words.ts'

const say = (key: string, values?: Readonly<Record<string, string | number>>) =>
  t(APPROVAL_WORDS, `check.${key}`, values)

type Held = NonNullable<ApprovalForecast['held']>

/** Adds what to change in the letter so that it leaves without approval. */
function withWays(text: string, ways: Held['ways'] = []): string {
  if (ways.length === 0) return text
  const all = ways.map(({ sendAt, ...way }) => {
    const one = way[language()]
    return sendAt === null ? one : say('later', { text: one, time: format().dayTime(sendAt) })
  })
  return say('ways', { text, ways: all.join(say('or')) })
}

function forecastOf(content: LetterContent, signal: AbortSignal): Promise<ApprovalForecast> {
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
  const text = { subject, html: withoutPictureKeys(html), fileIds: [...fileIds] }
  const body = { to: addresses, ...text, sendAt, secrecy, encrypted }
  return http.post('mail/main/approval/preview', body, { silent: true, signal })
}

const wordsOf = (held: Held): string =>
  say('text', {
    why: held.why[language()],
    names: format().people(held.deciders),
    levels: held.levels > 1 ? say('levels', { count: held.levels }) : '',
    due: held.dueAt === null ? '' : say('due', { time: format().dayTime(held.dueAt) }),
    usual: held.usualMinutes === null ? '' : say('usual', { minutes: Math.max(1, held.usualMinutes) }),
  })

const choiceOf = (
  candidates: NonNullable<Held['candidates']>,
  chosen: number | null,
  choose: (accountId: number | null) => void,
): LetterChoice => ({
  label: say('approver'),
  value: String(chosen ?? ''),
  options: [
    { value: '', label: say('anyOf') },
    ...candidates.map(({ accountId, name, address, away }) => ({
      value: String(accountId),
      label: away ? say('away', { name: name || address }) : name || address,
    })),
  ],
  choose: (value) => choose(value === '' ? null : Number(value)),
})

/**
 * Shows before a letter is sent that it needs approval, why, who decides and until when. Where the rule leaves the choice, the
 * writer chooses who decides; the letter carries that as its option `mail.approver`.
 */
function createCheck(): LetterCheck {
  /** What the writer has chosen in a question; undefined while they have not. */
  let picked: number | null | undefined
  /** What holds for the letter as it was judged last. */
  let chosen: number | null = null
  return {
    async judge({ content, signal }) {
      const { held } = await forecastOf(content, signal)
      const candidates = held?.candidates ?? []
      const before = picked === undefined ? optionOf(content.options, 'mail.approver') : picked
      chosen = candidates.some(({ accountId }) => accountId === before) ? before : null
      if (!held) return null
      if (held.deciders.length === 0)
        return { refuse: withWays(say('nobody', { why: held.why[language()] }), held.ways) }
      const keep = (accountId: number | null) => {
        picked = accountId
        chosen = accountId
      }
      return {
        ask: {
          title: say('title'),
          text: withWays(wordsOf(held), held.ways),
          yes: say('yes'),
          no: say('no'),
          ...(candidates.length > 0 ? { choice: choiceOf(candidates, chosen, keep) } : {}),
        },
      }
    },
    // A choice of before, which this letter does not leave any more, is not sent with it.
    transform: ({ content }) => ({ ...content, options: withOption(content.options, 'mail.approver', chosen) }),
  }
}

export function ApprovalCheck({ offer }: SlotProps<'letter.check'>) {
  useEffect(() => offer(createCheck()), [offer])
  return null
}
