import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { MailAddress } from '@yanshu/contracts'
import type { FastifyReply } from 'fastify'
import { csvLines, UTF8_MARK } from '../../platform/csv/csv.ts'
import type { Context } from '../../store/context/context.ts'

/** Records that are written before other calls run. */
const PAGE = 100

const HEADINGS = [
  '记录 Record',
  '主题 Subject',
  '申请人 Applicant',
  '申请人地址 Address',
  '收件人 Recipients',
  '外部收件人 Outside',
  '规则 Rule',
  '原因 Why',
  '状态 State',
  '时间 Time',
  '操作 Action',
  '操作人 By',
  '意见 Comment',
  'SHA-256',
  '代 Stands in for',
]

interface Between {
  /** Epoch milliseconds; handed in from then on, and before this. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** All records with what was done, one row for each action, as a table for auditors that is written while it is sent. */
export function exportRecords({ store }: Pick<Context, 'store'>, between: Between, reply: FastifyReply): Readable {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="approvals.csv"',
    'cache-control': 'private, no-store',
  })
  return Readable.from(writtenRecords(store.db, between), { objectMode: false })
}

async function* writtenRecords(db: Context['store']['db'], { from = 0, to }: Between): AsyncGenerator<string> {
  yield `${UTF8_MARK}${csvLines([HEADINGS])}`
  for (let last = { created_at: from, id: 0 }; ; ) {
    let select = db
      .selectFrom('approval_record')
      .select(['id', 'subject', 'applicant', 'recipients', 'rule_name', 'why', 'state', 'created_at'])
      .where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(last.created_at, last.id)))
    if (to !== undefined) select = select.where('created_at', '<', to)
    const records = await select.orderBy('created_at').orderBy('id').limit(PAGE).execute()
    const events = await db
      .selectFrom('approval_event')
      .select(['record_id', 'at', 'kind', 'by_name', 'comment', 'raw_hash', 'stands_in_for'])
      .where('record_id', 'in', [0, ...records.map(({ id }) => id)])
      .orderBy('record_id')
      .orderBy('id')
      .execute()
    const rows = records.flatMap(({ id, ...record }) => {
      const applicant = JSON.parse(record.applicant) as MailAddress
      const recipients = JSON.parse(record.recipients) as readonly {
        readonly address: string
        readonly outside: boolean
      }[]
      const about = [
        `${id}`,
        record.subject,
        applicant.name,
        applicant.address,
        recipients.map(({ address }) => address).join(' '),
        recipients.flatMap(({ address, outside }) => (outside ? [address] : [])).join(' '),
        record.rule_name,
        (JSON.parse(record.why) as { readonly zh: string }).zh,
        record.state,
      ]
      return events
        .filter(({ record_id }) => record_id === id)
        .map(({ at, kind, by_name, comment, raw_hash, stands_in_for }) => [
          ...about,
          new Date(at).toISOString(),
          kind,
          nameIn(by_name),
          comment,
          raw_hash,
          stands_in_for,
        ])
    })
    if (rows.length > 0) yield csvLines(rows)
    const end = records.at(-1)
    if (!end || records.length < PAGE) return
    last = end
    await setImmediate()
  }
}

/** A trigger of the store writes the name as JSON. */
const nameIn = (by: string): string => (by.startsWith('{') ? (JSON.parse(by) as MailAddress).name : by)
