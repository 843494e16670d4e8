import type { MailDetail } from '@yanshu/contracts'
import type { MailWindow } from '@yanshu/mail-html'
import { useMemo } from 'react'
import { useMailDetail } from '../reading/mailQuery.ts'
import { parsedHtml } from '../reading/parsedHtml.ts'
import { useParser } from '../reading/parser.ts'
import { useMembers } from './useMembers.ts'

/**
 * The text of the mail before one in its conversation, which it most likely quotes; undefined while it is not known, and
 * where `row` is null.
 */
export function useEarlierText(row: number | null, mailId: number | null): string | undefined {
  const ids = useMembers(row)?.ids ?? []
  const at = mailId === null ? -1 : ids.indexOf(mailId)
  const { data } = useMailDetail(at > 0 ? (ids[at - 1] ?? null) : null)
  const parser = useParser()
  return useMemo(() => (data && parser ? textOf(data, parser) : undefined), [data, parser])
}

const textOf = ({ text, html }: MailDetail, parser: MailWindow): string =>
  html === null ? (text ?? '') : (parsedHtml(html, parser).body.textContent ?? '')
