import {
  Code,
  SHARING_DEFAULTS,
  type SharingRefusal,
  type SharingRule,
  type SharingWay,
  sharingRefusal,
} from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import type { Schema } from '../database/schema.ts'

/** The one row. */
const RULE_ID = 1

const WHY: Readonly<Record<SharingRefusal | 'days', { readonly zh: string; readonly en: string }>> = {
  outside: { zh: '不允许对外分享', en: 'files may not be fetched without a login' },
  code: { zh: '对外分享必须有提取码', en: 'what is fetched without a login needs a code' },
  'view-only': { zh: '只能在线查看，不能下载', en: 'files are looked at and not downloaded' },
  days: { zh: '有效期超过允许的天数', en: 'the link would be good for more days than allowed' },
}

/** The rule of the organisation does not allow it. */
export class SharingRefusedError extends CallError {
  constructor(why: SharingRefusal | 'days') {
    super(Code.sharingRefused, { details: WHY[why] })
  }
}

/** What the organisation allows of sharing files; the defaults where no administrator has decided. */
export async function readSharingRule(db: Kysely<Schema>): Promise<SharingRule> {
  const row = await db.selectFrom('sharing_rule').selectAll().where('id', '=', RULE_ID).executeTakeFirst()
  if (!row) return SHARING_DEFAULTS
  return {
    outside: row.outside === 1,
    codeRequired: row.code_required === 1,
    daysMax: row.days_max,
    watermark: row.watermark === 1,
    viewOnly: row.view_only === 1,
  }
}

/** Changes it for all accounts. It holds for what is shared already from the next call on. */
export async function saveSharingRule(
  { store, now }: Pick<Context, 'store' | 'now'>,
  rule: SharingRule,
): Promise<void> {
  const row = {
    outside: rule.outside ? 1 : 0,
    code_required: rule.codeRequired ? 1 : 0,
    days_max: rule.daysMax,
    watermark: rule.watermark ? 1 : 0,
    view_only: rule.viewOnly ? 1 : 0,
    changed_at: now(),
  }
  await store.db
    .insertInto('sharing_rule')
    .values({ id: RULE_ID, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Throws `SharingRefusedError` where the rule of the organisation closes a way. */
export async function requireWay(db: Kysely<Schema>, way: SharingWay): Promise<SharingRule> {
  const rule = await readSharingRule(db)
  const refusal = sharingRefusal(rule, way)
  if (refusal) throw new SharingRefusedError(refusal)
  return rule
}
