import type { MailDetail } from '@yanshu/contracts'
import { useMemo } from 'react'
import { useMailDetail } from '../reading/mailQuery.ts'
import { useMembers } from './useMembers.ts'

/**
 * The text of the mail before one in its conversation, which it most likely quotes; undefined while it is not known, and
 * where `row` is null.
 */
export function useEarlierText(row: number | null, mailId: number | null): string | undefined {
  const ids = useMembers(row)?.ids ?? []
  const at = mailId === null ? -1 : ids.indexOf(mailId)
  const { data } = useMailDetail(at > 0 ? (ids[at - 1] ?? null) : null)
  return useMemo(() => data && textOf(data), [data])
}

/** A document that is parsed so is never shown: it loads nothing and runs nothing. */
const textOf = ({ text, html }: MailDetail): string =>
  html === null ? (text ?? '') : (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '')
