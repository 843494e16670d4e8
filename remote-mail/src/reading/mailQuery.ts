import type { MailDetail } from '@yanshu/contracts'
import { http, queryKeys } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { useEffect } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { keepMail } from './keptMails.ts'
import { rowOfDetail } from './rowOfDetail.ts'

/** How a whole mail is asked for, and kept. Its row joins the cache of rows, which holds flags and folder. */
export const mailQuery = (mailId: number) => ({
  queryKey: queryKeys.mail(mailId),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<MailDetail> => {
    const { cache } = mailbox()
    const asOf = cache.now()
    const detail = await http.post('mail/email/detail', { mailId }, { signal, silent: true })
    cache.receive([rowOfDetail(detail)], { asOf })
    keepMail(mailId)
    return detail
  },
})

/** A whole mail; nothing is asked for null. */
export function useMailDetail(mailId: number | null) {
  useEffect(() => {
    if (mailId !== null) keepMail(mailId)
  }, [mailId])
  return useQuery({ ...mailQuery(mailId ?? 0), enabled: mailId !== null })
}

/** Fetches a mail that is likely to be opened next. A failure shows when it is opened. */
export const prefetchMail = (mailId: number): Promise<void> => queryClient().prefetchQuery(mailQuery(mailId))
