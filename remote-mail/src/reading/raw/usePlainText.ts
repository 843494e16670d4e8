import type { MailDetail } from '@yanshu/contracts'
import type { MailWindow } from '@yanshu/mail-html'
import { useMemo } from 'react'
import { useMailDetail } from '../mailQuery.ts'
import { parsedHtml } from '../parsedHtml.ts'
import { useParser } from '../parser.ts'
import { plainTextOf } from './plainText.ts'

/** The text of a mail alone: what its program has sent as such, else the words of its HTML. Undefined until it is there. */
export function usePlainText(mailId: number | null): string | undefined {
  const { data } = useMailDetail(mailId)
  const parser = useParser()
  return useMemo(() => (data && parser ? textOf(data, parser) : undefined), [data, parser])
}

const textOf = ({ text, html }: MailDetail, parser: MailWindow): string =>
  text || html === null ? (text ?? '') : plainTextOf(parsedHtml(html, parser))
