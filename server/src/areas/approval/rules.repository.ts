import type { ApprovalRuleBody } from '@yanshu/contracts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ApprovalRuleTable } from '../../store/database/approval.schema.ts'
import type { Schema } from '../../store/database/schema.ts'

/** What of a rule stands in its `content`. */
export type RuleContent = Pick<ApprovalRuleBody, 'conditions' | 'levels' | 'commentRequired'>

export type StoredRule = ApprovalRuleBody & { readonly ruleId: number; readonly ownerId: number | null }

export const ruleOf = (row: Selectable<ApprovalRuleTable>): StoredRule => ({
  ruleId: row.id,
  name: row.name,
  enabled: row.enabled === 1,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  ownerId: row.owner_id,
  ...(JSON.parse(row.content) as RuleContent),
})

/** The rules that hold at a moment, in their order. */
export async function rulesAt(db: Kysely<Schema>, at: number): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('approval_rule')
    .selectAll()
    .where('enabled', '=', 1)
    .where(sql<boolean>`(starts_at is null or starts_at <= ${at}) and (ends_at is null or ends_at > ${at})`)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return rows.map(ruleOf)
}
