import { UNDO_SEND_MS } from '@yanshu/contracts'
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { countWaiting, listForApplicant, listForApprover } from './readRecords.ts'

const TABS = ['all', 'pending', 'passed', 'rejected', 'withdrawn'] as const

test.each(engines)(
  'given a thousand mails that wait, then the desk asks as much as with one, reads them in their order, and has each once, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    server.stopClock()
    const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    const [wangId, weiId] = [await server.addUser('wang'), await server.addUser('wei')]
    const [wang, wei] = [await server.as(wangId), await server.as(weiId)]
    await server.addUser('li.na')
    await withApproval(server)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([wangId])]))
    await wei.post('mail/email/send', sending({ subject: '合同' }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { db } = server.context.store

    const asked: RootOperationNode[] = []
    const watcher: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const context = { ...server.context, store: { ...server.context.store, db: db.withPlugin(watcher) } }
    const cost = async () => {
      asked.length = 0
      for (const state of TABS) {
        await listForApprover(context, wangId, { state, offset: 0, pageSize: 50 })
        await listForApplicant(context, weiId, { state, offset: 0, pageSize: 50 })
      }
      await countWaiting(context, wangId)
      return asked.length
    }
    const before = await cost()

    const columns = `account_id, applicant, rule_id, rule_name, comment_required, message_id, raw_hash, subject, recipients,
      recipient_count, outside_count, has_attachment, size, why, level, levels, writing, created_at, due_at, decided_at,
      reminded_at, send_at, conversation`
    await sql
      .raw(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
          insert into approval_record (outgoing_id, state, ${columns})
          select 'made-' || n.i, case when n.i % 6 < 4 then 'pending' when n.i % 6 = 4 then 'rejected' else 'expired' end,
            ${columns} from n, approval_record`,
      )
      .execute(db)
    await sql
      .raw(
        `insert into approval_person (record_id, account_id, state, waiting)
          select id, ${wangId}, state, case when state = 'pending' then 1 else 0 end from approval_record
          where outgoing_id like 'made-%'`,
      )
      .execute(db)
    expect(await cost()).toBe(before)
    expect((await wang.post('mail/main/index', {})).navCounts).toEqual({ approvals: 801, applications: 0 })

    for (const [person, path] of [
      [wang, 'mail/main/approval/approverApprovalList'],
      [wei, 'mail/main/approval/userApprovalList'],
    ] as const) {
      const whole = await walk((query) => person.get(path, { state: 'rejected', pageSize: 100, ...query }))
      expect(whole).toHaveLength(400)
      expect(whole).toEqual([...new Set(whole)].toSorted((a, b) => b - a))
      expect(await walk((query) => person.get(path, { state: 'all', pageSize: 100, ...query }))).toHaveLength(1_201)
      // A page by its row number is the one that the walk has there.
      for (const state of ['rejected', 'all'] as const) {
        const all = await walk((query) => person.get(path, { state, pageSize: 100, ...query }))
        const { list, more } = await person.get(path, { state, offset: 317, pageSize: 20 })
        expect([list.map(({ recordId }) => recordId), more]).toEqual([all.slice(317, 337), true])
        expect((await person.get(path, { state, offset: all.length - 1, pageSize: 20 })).list).toHaveLength(1)
      }
    }

    // The engine reads the rows of a page in the order of an index: it sorts nothing.
    if (engine === 'sqlite') {
      for (const state of ['', "and approval_person.state = 'pending'"]) {
        const { rows } = await sql
          .raw<{ detail: string }>(
            `explain query plan select approval_record.subject from approval_person
              join approval_record on approval_record.id = approval_person.record_id
              where approval_person.account_id = ${wangId} ${state} order by approval_person.record_id desc limit 51`,
          )
          .execute(db)
        const plan = rows.map(({ detail }) => detail).join('; ')
        expect(plan).not.toMatch(/TEMP B-TREE|SCAN/)
      }
    }
    await server.stop()
  },
)

async function walk(
  ask: (query: {
    before?: number
  }) => Promise<{ readonly list: readonly { readonly recordId: number }[]; readonly more: boolean }>,
): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const last = ids.at(-1)
    const { list, more } = await ask(last === undefined ? {} : { before: last })
    ids.push(...list.map(({ recordId }) => recordId))
    if (!more) return ids
  }
}
