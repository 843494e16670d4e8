import { expect, test } from 'vitest'
import { arrivalsJob } from '../../areas/calendar-mail/itip/arrivals.ts'
import { deliverySteps } from '../../deliverySteps.ts'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { rawClient } from '../smtp/rawClient.ts'
import { arrivingMail } from './arrivingMail.ts'
import { createDeliverySteps } from './deliverySteps.ts'

/** With those to whom they forward, fewer than the 5,000 that one mail may reach. */
const MEMBERS = 4_990
const GROUP = 'all@yanshu.test'

const INVITATION = `From: Li <li@partner.example>
To: ${GROUP}
Subject: =?utf-8?B?5ZGo5Lya?=
Message-ID: <invitation@partner.example>
MIME-Version: 1.0
Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
VERSION:2.0
METHOD:REQUEST
BEGIN:VEVENT
UID:weekly@partner.example
DTSTAMP:20300101T000000Z
DTSTART:20300107T010000Z
DTEND:20300107T020000Z
SUMMARY:Weekly
ORGANIZER:mailto:li@partner.example
ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${GROUP}
END:VEVENT
END:VCALENDAR`.replaceAll('\n', '\r\n')

const READER = { name: '', address: 'reader@partner.example' }
const RECEIPT = `From: ${READER.address}
To: ${GROUP}
Subject: Read
MIME-Version: 1.0
Content-Type: multipart/report; report-type=disposition-notification; boundary=b

--b
Content-Type: text/plain

read
--b
Content-Type: message/disposition-notification

Final-Recipient: rfc822;${READER.address}
Original-Message-ID: <asked@yanshu.test>
Disposition: manual-action/MDN-sent-manually; displayed

--b--
`.replaceAll('\n', '\r\n')

/** A server with a group of all people in one department, and one member who can be copied. */
async function start(engine: (typeof engines)[number]) {
  const server = await startTestServer({ engine, still: true })
  const { db } = server.context.store
  const deptId = await createDepartment(server.context, { name: '全体', parentId: null })
  const first = await server.addUser('member', { deptId })
  const { id: groupId } = await db
    .insertInto('mail_group')
    .values({ address: GROUP, name: 'all', note: '', senders: 'anybody', moderated: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('mail_group_person')
    .values({ group_id: groupId, role: 'member', account_id: null, department_id: deptId })
    .execute()
  return { server, db, deptId, first }
}

test.each(engines)(
  'given a mail to a group of thousands, then its statements do not grow with the members but by hundreds of them, on %s',
  async (engine) => {
    const { server, db, deptId, first } = await start(engine)
    await setSwitch(
      server.context,
      { scope: 'department', id: deptId },
      { name: 'calendarEnable', value: true, locked: false },
    )
    const { id: _id, ...template } = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    for (let at = 1; at < MEMBERS; at += 500) {
      const numbers = Array.from({ length: Math.min(500, MEMBERS - at) }, (_, index) => at + index)
      const accounts = await db
        .insertInto('account')
        .values(numbers.map((number) => ({ ...template, address: `member${number}@yanshu.test` })))
        .returning('id')
        .execute()
      // Each tenth is away, and answers those outside whom they know.
      const away = accounts.filter((_, index) => index % 10 === 0)
      const reply = {
        enabled: true,
        startAt: null,
        endAt: null,
        subject: '',
        inside: 'x',
        outsideTo: 'known',
        outside: '',
      }
      const value = JSON.stringify(reply)
      await db
        .insertInto('auto_reply')
        .values(away.map(({ id }) => ({ account_id: id, value, enabled: 1, start_at: null, end_at: null, since: 0 })))
        .execute()
    }
    // And each fiftieth has rules or listed senders.
    const sorting = (await db.selectFrom('account').select('id').execute()).filter((_, index) => index % 50 === 0)
    await db
      .insertInto('listed_sender')
      .values(
        sorting.map(({ id }) => ({
          account_id: id,
          pattern: '@spam.example',
          kind: 'blocked' as const,
          added_at: 0,
        })),
      )
      .execute()
    await db
      .insertInto('rule_book')
      .values(sorting.map(({ id }) => ({ account_id: id, version: 1 })))
      .execute()
    // These also sort by the hour, and their rules and they themselves forward to a person who is no member.
    await server.addUser('sink')
    await setSwitch(
      server.context,
      { scope: 'organisation' },
      { name: 'autoForwardEnable', value: true, locked: false },
    )
    const always = { field: 'time', not: false, from: 0, to: 1_439, days: [1, 2, 3, 4, 5, 6, 7] }
    const columns = { name: 'x', enabled: 1, match: 'all' as const, sort: 1, conditions: JSON.stringify([always]) }
    const actions = JSON.stringify({ forward: ['sink@yanshu.test'], star: 2 })
    const forward = { address: 'sink@yanshu.test', outside: 0, confirmed_at: 0, added_at: 0 }
    const ids = sorting.map(({ id }) => ({ account_id: id }))
    await db
      .insertInto('mail_rule')
      .values(ids.map((one) => ({ ...one, ...columns, actions })))
      .execute()
    await db
      .insertInto('auto_forward')
      .values(ids.map((one) => ({ ...one, enabled: 1, keep_copy: 1 })))
      .execute()
    await db
      .insertInto('forward_address')
      .values(ids.map((one) => ({ ...one, ...forward })))
      .execute()
    // One member wrote the mail that the second mail is a receipt of.
    const from = { name: '', address: 'member@yanshu.test' }
    await putMail(server.context, first, { from, to: [READER], messageId: '<asked@yanshu.test>' })
    await db
      .updateTable('message')
      .set({ receipt_to: from.address })
      .where('rfc_message_id', '=', '<asked@yanshu.test>')
      .execute()
    let statements = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++
        return result
      },
    })
    const steps = createDeliverySteps({ ...server.context, store: { ...server.context.store, db: counted } })
    steps.register(deliverySteps)
    const planOf = async (raw: string, envelopeFrom: string) => {
      statements = 0
      const { columns, body, attachments } = await server.preparer.receive(Buffer.from(raw))
      const mail = arrivingMail(columns, body.text, attachments, {
        source: 'smtp',
        envelopeFrom,
        senderId: null,
        origin: null,
        flaggedAsSpam: false,
        receivedAt: server.context.now(),
      })
      return (await steps.plan(mail, [{ address: GROUP, accountId: null }])).recipients
    }
    const { accountIds, placements } = await planOf(INVITATION, 'li@partner.example')
    expect(accountIds).toHaveLength(MEMBERS + 1)
    expect([...(placements?.values() ?? [])].map(({ color }) => color)).toEqual(Array(sorting.length).fill(2))
    expect(statements).toBeLessThan(220)
    const receipt = await planOf(RECEIPT, '')
    expect([...(receipt.placements ?? [])].flatMap(([id, { quiet }]) => (quiet ? [id] : []))).toEqual([first])
    expect(statements).toBeLessThan(220)
    await server.stop()
  },
  120_000,
)

test('given an invitation to a group, then it is read once, and stands in the calendar of each member', async () => {
  const { server, deptId } = await start('sqlite')
  for (let number = 0; number < 9; number++) await server.addUser(`person${number}`, { deptId })
  server.steps.register(deliverySteps)
  const { port } = await server.startSmtp()
  const client = await rawClient(port)
  await client.say('EHLO mx.partner.example')
  expect(await client.send('li@partner.example', [GROUP], INVITATION)).toMatch(/^250/)
  client.close()
  await server.steps.effects.runDue()
  const { context } = server
  const arrived = await context.store.db.selectFrom('invitation_arrival').select('account_id').execute()
  expect(arrived).toHaveLength(10)
  let reads = 0
  const blobs = Object.assign(Object.create(context.blobs), {
    readAll: (hash: string) => {
      reads++
      return context.blobs.readAll(hash)
    },
  })
  const job = {
    attempt: 1,
    signal: new AbortController().signal,
    say: () => {},
    hold: async () => {},
    end: async () => {},
  }
  for (const { account_id } of arrived) {
    await arrivalsJob.run({ ...context, blobs }, { ...job, key: `${account_id}` })
  }
  expect(reads).toBe(1)
  const events = await context.store.db.selectFrom('event').select('uid').execute()
  expect(events.map(({ uid }) => uid)).toEqual(Array(10).fill('weekly@partner.example'))
  await server.stop()
})
