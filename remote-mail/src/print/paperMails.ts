import { type MailDetail, THREAD_SHOWN } from '@yanshu/contracts'
import { ApiError, http, settings } from '@yanshu/shell-api'
import { sayPrint } from './words.ts'

/** Mails that are printed at once: a conversation as it is listed, with the mail that it was asked for. */
export const PRINTED_MAX = THREAD_SHOWN + 1

/** Details that are asked for at the same time. */
const AT_ONCE = 4

/** A mail that is to be printed, or why it could not be read. */
export type PaperMail = { readonly detail: MailDetail } | { readonly failed: string }

/** What goes on paper. */
export interface PaperMails {
  readonly mails: readonly PaperMail[]
  /** Whether each begins on a page of its own. */
  readonly apart: boolean
  /** What stands above all of them, '' for nothing. */
  readonly note: string
}

/** Why a mail could not be read, in words. */
const whyOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : sayPrint('unknown')

/** Reads mails in their order, a few at a time. One that cannot be read stands in its place with the reason. */
export async function readMails(ids: readonly number[], signal?: AbortSignal): Promise<PaperMail[]> {
  const mails: PaperMail[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < ids.length; at = next++) {
      const mailId = ids[at] ?? 0
      mails[at] = await http
        .post('mail/email/detail', { mailId }, { silent: true, ...(signal ? { signal } : {}) })
        .then((detail) => ({ detail }))
        .catch((error: unknown) => {
          signal?.throwIfAborted()
          return { failed: whyOf(error) }
        })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return mails
}

/** The conversation of a mail, the oldest first. Throws `ApiError` where it cannot be listed. */
export async function readConversation(detail: MailDetail): Promise<PaperMails> {
  const { list, total } = await http.get('mail/email/thread/list', { mailId: detail.mailId }, { silent: true })
  const others = await readMails(list.map(({ mailId }) => mailId))
  const mails = [{ detail }, ...others].sort((a, b) => momentOf(a) - momentOf(b))
  const isPart = total > list.length
  return {
    mails,
    apart: false,
    note: isPart ? sayPrint('newest', { total: total + 1, shown: mails.length }) : '',
  }
}

/** Mails that could not be read stand at the end. */
const momentOf = (mail: PaperMail): number => ('detail' in mail ? mail.detail.date : Number.POSITIVE_INFINITY)

/** Whether the settings show pictures from elsewhere in a mail without being asked. */
export function showsPictures(detail: Pick<MailDetail, 'stranger' | 'claimsOwnDomain'>): boolean {
  const { remoteImages } = settings.current().general
  return remoteImages === 'always' || (remoteImages === 'known' && !detail.stranger && !detail.claimsOwnDomain)
}
