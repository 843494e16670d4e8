import {
  ATTACHMENT_SIZE_MAX,
  LARGE_ATTACHMENT_VALID_MS,
  type Language,
  SEALED_FILE_TYPE,
  type SharingRule,
  sharingEnd,
} from '@yanshu/contracts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { holdBlobs } from '../../store/blobs/blobOwners.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import type { OwnedFile } from './ownedFiles.ts'
import { shownDay, shownSize } from './shown.ts'

const MEGABYTE = 1_048_576

/** A file that goes with a letter as a link: its secret and its content. */
export interface NewLink extends BlobRef {
  readonly token: string
  readonly name: string
  readonly contentType: string
}

/** Above so many bytes the own files of letters of an account go as links; `Infinity` where none does. */
export async function linkedAbove({ store }: Pick<Context, 'store'>, accountId: number): Promise<number> {
  const { bigFileSize } = await switchesOf(store.db, accountId)
  return bigFileSize === 0 ? Number.POSITIVE_INFINITY : bigFileSize * MEGABYTE
}

/** How long a file may be that an account uploads for a letter. */
export const uploadLimit = (above: number, maxMessageSize: number): number =>
  Number.isFinite(above) ? ATTACHMENT_SIZE_MAX : Math.min(ATTACHMENT_SIZE_MAX, maxMessageSize)

/**
 * Which files of a letter go with it, and which by a link. Those carried over from other mails go as they came. One that the page
 * has encrypted goes in the encrypted part; the page has judged it by its readable length, which is a little shorter.
 */
export function partLinked(
  files: readonly OwnedFile[],
  above: number,
): { attached: readonly OwnedFile[]; links: readonly NewLink[] } {
  const isLinked = ({ source, size, contentType }: OwnedFile) =>
    source === 'upload' && size > above && contentType !== SEALED_FILE_TYPE
  return {
    attached: files.filter((file) => !isLinked(file)),
    links: files
      .filter(isLinked)
      .map(({ name, contentType, blobHash: hash, size }) => ({ token: randomToken(), name, contentType, hash, size })),
  }
}

/** The address of the page of a link on the site that its sender uses. */
export const linkAddress = (site: string, token: string): string => `${site}/api/file/link/${token}`

const WORDS = {
  zh: { title: '大附件', until: (day: string) => `${day} 前有效`, open: '打开下载页面' },
  en: { title: 'Large attachments', until: (day: string) => `until ${day}`, open: 'Open the download page' },
} as const

/** What stands at the end of a letter: each file with its size, its last day, and the address of its page. */
export function linksHtml(
  links: readonly NewLink[],
  { site, language, endsAt }: { readonly site: string; readonly language: Language; readonly endsAt: number },
): string {
  if (links.length === 0) return ''
  const words = WORDS[language]
  const until = words.until(shownDay(endsAt, language))
  const rows = links.map(({ token, name, size }) => {
    const address = linkAddress(site, token)
    const facts = `${shownSize(size)} · ${until}`
    return `<li>${escapeHtml(name)} (${facts})<br><a href="${address}">${words.open}</a></li>`
  })
  return `<div><p><b>${words.title}</b></p><ul>${rows.join('')}</ul></div>`
}

/** When a link whose time begins at a moment ends: after fifteen days, or the longest that the organisation allows. */
export const letterLinkEnd = (rule: SharingRule, from: number): number =>
  sharingEnd(rule, { from, expiresAt: from + LARGE_ATTACHMENT_VALID_MS })

const REMIND_BEFORE_MS = 3 * 24 * 60 * 60_000

/** When the sender of a file is asked about its end. */
export const remindAt = (endsAt: number): number => endsAt - REMIND_BEFORE_MS

/** Writes the links of a letter in the transaction that sends it. Their time begins when it may leave. */
export async function writeLinks(
  trx: Trx,
  context: TransactionContext,
  letter: {
    readonly accountId: number
    readonly sendId: string
    readonly recipients: number
    readonly from: number
    /** When they end, by the rule of the organisation. */
    readonly endsAt: number
    readonly links: readonly NewLink[]
  },
): Promise<void> {
  const now = context.now()
  for (const { token, name, contentType, hash, size } of letter.links) {
    const { id } = await trx
      .insertInto('file_link')
      .values({
        account_id: letter.accountId,
        send_id: letter.sendId,
        token,
        name,
        content_type: contentType,
        size,
        blob_hash: hash,
        recipients: letter.recipients,
        created_at: now,
        expires_at: letter.from + LARGE_ATTACHMENT_VALID_MS,
        ended_at: null,
        downloads: 0,
        asked_at: null,
        remind_at: remindAt(letter.endsAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const holder = { owner: 'file_link', ownerId: id } as const
    await holdBlobs(trx, { engine: context.store.engine, now }, holder, [{ hash, size }])
  }
}

/** Ends all links of an account that are open. Answers how many there were. */
export async function endLinksOfAccount(trx: Trx, accountId: number, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('file_link')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the links of a letter that was taken back. */
export async function endLinksOf(trx: Trx, sendId: string, now: number): Promise<void> {
  await trx
    .updateTable('file_link')
    .set({ ended_at: now })
    .where('send_id', '=', sendId)
    .where('ended_at', 'is', null)
    .execute()
}
