import type { Language } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { readSharingRule } from '../../store/sharing/sharingRule.ts'
import { mailOwner, shownDay } from '../files/index.ts'
import { sharesAreOpen } from './access.ts'
import { endOf, type ShareRow, stateOf } from './shares.service.ts'

const HOUR_MS = 60 * 60_000
const ROWS_AT_ONCE = 100

interface Words {
  readonly subject: (name: string) => string
  readonly text: (share: ShareRow, day: string) => string
}

const ENDS_SOON: Readonly<Record<Language, Words>> = {
  zh: {
    subject: (name) => `分享链接即将过期，还没有人下载：${name}`,
    text: ({ name, used }, day) =>
      `您分享的“${name}”将于 ${day} 过期：已打开 ${used} 次，还没有人下载。\n\n如需延长，请打开文件中心的“我的分享”，点击该链接旁的“从现在起延长”。不需要时，无需操作。`,
  },
  en: {
    subject: (name) => `A link that nothing was downloaded by is about to expire: ${name}`,
    text: ({ name, used }, day) =>
      `Your link to “${name}” expires on ${day}. It was opened ${used} times, and nothing was downloaded by it.\n\nTo prolong it, open “My links” in the document center and press “more days” beside it. To let it end, do nothing.`,
  },
}

/** Asks the owners of links that end soon and by which nothing was downloaded. A mail that cannot be made stops no other. */
export const sharesJob: JobKind = {
  name: 'documents.shares',
  atOnce: 1,
  limitMs: 10 * 60_000,
  everyMs: HOUR_MS,
  retryAt: (_attempts, _createdAt, now) => now + HOUR_MS,
  async run(context, { signal }) {
    for (let found = ROWS_AT_ONCE; found >= ROWS_AT_ONCE; ) {
      const rows = await context.store.db
        .selectFrom('document_share')
        .selectAll()
        .where('remind_at', '<=', context.now())
        .orderBy('remind_at')
        .limit(ROWS_AT_ONCE)
        .execute()
      found = rows.length
      for (const share of rows) {
        if (signal.aborted) return undefined
        await askAbout(context, share)
      }
    }
    return undefined
  },
}

async function askAbout(context: Context, share: ShareRow): Promise<void> {
  const { store, now, log } = context
  const rule = await readSharingRule(store.db)
  try {
    const isOpen = stateOf(share, { now: now(), rule }) === 'normal' && share.downloads === 0
    if (!isOpen || !(await sharesAreOpen(context, share.account_id)))
      return void (await noteAsked(store.db, share, null))
    await mailOwner(context, {
      accountId: share.account_id,
      words: (language) => ({
        subject: ENDS_SOON[language].subject(share.name),
        text: ENDS_SOON[language].text(share, shownDay(endOf(share, rule), language)),
      }),
      note: (trx) => noteAsked(trx, share, null),
    })
  } catch (error) {
    log.error({ err: error, shareId: share.id }, 'the owner of a link that ends soon could not be asked about it')
    await noteAsked(store.db, share, now() + HOUR_MS)
  }
}

/** Answers whether it was still to be noted: neither another server nor the owner has changed the time meanwhile. */
async function noteAsked(
  db: Context['store']['db'],
  { id, remind_at }: ShareRow,
  next: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('document_share')
    .set({ remind_at: next })
    .where('id', '=', id)
    .where('remind_at', '=', remind_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
