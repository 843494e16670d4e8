import { type MailAddress, RECIPIENTS_MAX, type RecipientMark } from '@yanshu/contracts'
import { http, t, useT } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { everybody, type MarkOf } from '@yanshu/ui/people'
import { useEffect, useState } from 'react'
import { NS } from '../write/namespace.ts'
import { knownMarks, marksOf, notKnown } from './knownMarks.ts'
import { readLanguagesAhead } from './languagesAhead.ts'
import { isValid, type RecipientLists } from './recipientLists.ts'

/** Typing and pasting settle within this time, in milliseconds. */
const SETTLES_MS = 250

/** Marks that mean that the mail does not arrive. */
const STOPS: ReadonlySet<RecipientMark> = new Set(['unknown', 'disabled', 'closedGroup', 'full'])

/** The people of a mail group; empty, with the reason in words, where they are not for this writer. */
async function membersOf(address: string): Promise<readonly MailAddress[]> {
  const answer = await http.post('contact/mailgroup/members', { address }).catch(() => null)
  if (answer?.more) notify.info(t(NS, 'recipients.tooMany', { max: RECIPIENTS_MAX }))
  return answer && !answer.more ? answer.list : []
}

/**
 * What the server answers about the recipients, for their chips. Asked once for all new ones; without an answer there is none.
 * @param mailId the mail that is answered to all; null for none
 */
export function useRecipientMarks(lists: RecipientLists, mailId: number | null): MarkOf {
  const say = useT(NS)
  const [, setAnswered] = useState(0)
  const keys = everybody(lists)
    .filter(isValid)
    .map(({ address }) => address.toLowerCase())
    .toSorted()
    .join(' ')
  useEffect(() => {
    if (keys === '') return
    const control = new AbortController()
    const timer = setTimeout(() => {
      const isNew = notKnown(keys.split(' ')).length > 0
      marksOf(keys.split(' '), mailId, control.signal).then(
        () => isNew && setAnswered((count) => count + 1),
        () => undefined,
      )
      readLanguagesAhead(keys.split(' '))
    }, SETTLES_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keys, mailId])
  return (address) => {
    const marks = knownMarks(address)
    if (marks.length === 0) return undefined
    return {
      label: marks.map((mark) => say(`recipients.marks.${mark}`)).join(' · '),
      isWrong: marks.some((mark) => STOPS.has(mark)),
      ...(marks.includes('group') ? { expand: () => membersOf(address) } : {}),
    }
  }
}
