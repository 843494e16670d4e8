import type { Language } from '@yanshu/contracts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { prepareAutomatic, queueAutomatic } from '../../mailflow/outgoing/automaticMail.ts'
import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import { escapeXml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { RECEIVED_JOB } from './receivedNames.ts'

/** Files that a mail names; of the others it has the number. */
const NAMED = 20

interface Received {
  readonly title: string
  readonly files: readonly { readonly name: string; readonly sender: string }[]
  readonly more: number
}

const WORDS: Readonly<Record<Language, (received: Received) => { readonly subject: string; readonly html: string }>> = {
  zh: ({ title, files, more }) => ({
    subject: `收到文件：${title}`,
    html: `<p>通过收文件链接“${escapeXml(title)}”收到：</p><ul>${listed(files, (sender) => `（${sender}）`)}</ul>${
      more > 0 ? `<p>另有 ${more} 个文件。</p>` : ''
    }<p>文件已存入“文件中心”。</p>`,
  }),
  en: ({ title, files, more }) => ({
    subject: `Files received: ${title}`,
    html: `<p>By the link “${escapeXml(title)}” came:</p><ul>${listed(files, (sender) => ` (${sender})`)}</ul>${
      more > 0 ? `<p>And ${more} more.</p>` : ''
    }<p>They are in your document center.</p>`,
  }),
}

const listed = (files: Received['files'], named: (sender: string) => string): string =>
  files
    .map(({ name, sender }) => `<li>${escapeXml(name)}${sender === '' ? '' : escapeXml(named(sender))}</li>`)
    .join('')

/** Writes to the owner of a link (the key) which files came by it since the last mail. */
export const receivedJob: JobKind = {
  name: RECEIVED_JOB,
  atOnce: 2,
  limitMs: 60_000,
  retryAt: nextAttemptAt,
  async run(context, job) {
    const requestId = Number(job.key)
    const prepared = await prepare(context, requestId)
    await transact(
      context,
      async (trx) => {
        if (prepared) {
          const { numUpdatedRows } = await trx
            .updateTable('upload_request')
            .set({ noticed_id: prepared.last })
            .where('id', '=', requestId)
            .where('noticed_id', '=', prepared.before)
            .executeTakeFirst()
          if (numUpdatedRows > 0n) await queueAutomatic(trx, context, prepared.message, prepared.to)
        }
        await job.end(trx)
      },
      { grows: true },
    )
    if (prepared) mailTransportOf(context).dispatcher.expect(context.now())
    return undefined
  },
}

async function prepare(context: Context, requestId: number) {
  const { db } = context.store
  const row = await db
    .selectFrom('upload_request')
    .innerJoin('account', 'account.id', 'upload_request.account_id')
    .select(['upload_request.title', 'upload_request.noticed_id as before', 'account.id', 'account.address'])
    .where('upload_request.id', '=', requestId)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row || row.before === null) return null
  const { before } = row
  const files = await db
    .selectFrom('upload_request_file')
    .select(['id', 'name', 'sender'])
    .where('request_id', '=', requestId)
    .where('id', '>', before)
    .orderBy('id')
    .execute()
  const last = files.at(-1)
  if (!last) return null
  const { language, timeZone } = await readSettings(context, row.id)
  const more = Math.max(0, files.length - NAMED)
  const { subject, html } = WORDS[language]({ title: row.title, files: files.slice(0, NAMED), more })
  const { address } = row
  const message = await prepareAutomatic(context, mailTransportOf(context).preparer, {
    from: { name: '雁书 Yanshu', address: `postmaster@${address.slice(address.lastIndexOf('@') + 1)}` },
    to: address,
    ...{ subject, html, answers: null, timeZone },
  })
  return { to: address, message, before, last: last.id }
}
