import { expect, test } from 'vitest'
import { recordBlobs } from '../../../store/blobs/blobRows.ts'
import { openContext } from '../../../store/context/openContext.ts'
import { transact } from '../../../store/database/transact.ts'
import { jobsOf } from '../../../store/jobs/index.ts'
import { ANNA, LI } from '../../../testing/invitations.ts'
import { HOUR, MONDAY_TO_COME as MONDAY, meeting, utc } from '../../../testing/meetings.ts'
import { randomFrom } from '../../../testing/random.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer } from '../../../testing/testServer.ts'
import { arrivalsJob, noteArrival } from './arrivals.ts'

const SEED = Number(process.env.YANSHU_FUZZ_SEED ?? 20_261_127)
const MESSAGES = 1_000
/** Notes that are written in one transaction, before both servers look for jobs. */
const AT_ONCE = 200
const GUESTS = [ANNA, { name: 'Ben', address: 'ben@partner.example' }, { name: 'Cui', address: 'cui@partner.example' }]
const UID = 'kick-off@partner.example'

interface Message {
  readonly method: 'REQUEST' | 'CANCEL' | 'REPLY'
  readonly from: string
  /** Sequence of the organiser's messages; seconds of an answer. */
  readonly rank: number
  readonly ics: string
  readonly answer?: string
}

const wrap = (method: string, lines: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A change of an event of Anna's, to which 李娜 is invited. */
const fromOrganiser = (method: 'REQUEST' | 'CANCEL', rank: number): Message => {
  const start = MONDAY + rank * HOUR
  const ics = wrap(method, [
    `UID:${UID}`,
    `SEQUENCE:${rank}`,
    `DTSTAMP:${utc(MONDAY - 24 * HOUR + rank * 1_000)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(start + HOUR)}`,
    `SUMMARY:Version ${rank}`,
    `ORGANIZER:mailto:${ANNA.address}`,
    `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${LI.address}`,
  ])
  return { method, from: ANNA.address, rank, ics }
}

/** An answer to an event of 张伟's. */
const fromGuest = (uid: string, guest: string, rank: number, answer: string): Message => {
  const ics = wrap('REPLY', [
    `UID:${uid}`,
    `DTSTAMP:${utc(MONDAY - 24 * HOUR + rank * 1_000)}`,
    `DTSTART:${utc(MONDAY)}`,
    'ORGANIZER:mailto:zhang.wei@yanshu.test',
    `ATTENDEE;PARTSTAT=${answer.toUpperCase()}:mailto:${guest}`,
  ])
  return { method: 'REPLY', from: guest, rank, ics, answer }
}

test.each(engines)(
  'given a thousand REQUEST, CANCEL and REPLY in random order and repeated, read by two servers on PostgreSQL, then there is one event in its last state, on %s',
  async (engine) => {
    console.info(`seed ${SEED}: YANSHU_FUZZ_SEED repeats it`)
    const random = randomFrom(SEED)
    const server = await startTestServer({ engine, still: true })
    const { config, log, now, store } = server.context
    // A store in SQLite is that of one server.
    const other = engine === 'postgres' ? await openContext({ config, log, now }) : null
    const zhangId = await server.addUser('zhang.wei')
    const liId = await server.addUser('li.na')
    const zhang = await server.as(zhangId)
    const home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    const { eventId } = await zhang.post('calendar/event/save', {
      event: meeting(home, { start: MONDAY, attendees: GUESTS }),
    })
    const { uid } = await store.db.selectFrom('event').select('uid').where('id', '=', eventId).executeTakeFirstOrThrow()

    const changes = Array.from({ length: 30 }, (_, rank) => fromOrganiser(random.pick(['REQUEST', 'CANCEL']), rank))
    // Of the one kind on one store, of the other on the other.
    const newest = fromOrganiser(engine === 'postgres' ? 'CANCEL' : 'REQUEST', 30)
    const answers = GUESTS.flatMap(({ address }) =>
      Array.from({ length: 8 }, (_, rank) =>
        fromGuest(uid, address, rank, random.pick(['accepted', 'declined', 'tentative'])),
      ),
    )
    const distinct = [...changes, newest, ...answers]
    const sent = Array.from({ length: MESSAGES }, (_, at) => distinct[at] ?? random.pick(distinct))
    for (let at = sent.length - 1; at > 0; at--) {
      const swapped = random.below(at + 1)
      const [one, another] = [sent[at], sent[swapped]]
      if (one && another) [sent[at], sent[swapped]] = [another, one]
    }

    const servers = [server.context, ...(other ? [other.context] : [])]
    for (let at = 0; at < sent.length; at += AT_ONCE) {
      const some = sent.slice(at, at + AT_ONCE)
      const blobs = await Promise.all(some.map(({ ics }) => server.context.blobs.put(Buffer.from(ics))))
      await transact(server.context, async (trx) => {
        await recordBlobs(trx, engine, blobs, now())
        for (const [index, { method, from }] of some.entries()) {
          const accountId = method === 'REPLY' ? zhangId : liId
          const { hash, size } = blobs[index] ?? { hash: '', size: 0 }
          const data = { hash, size, sender: from, own: false }
          await noteArrival(trx, server.context, { accountId, address: 'x@yanshu.test', mailId: null, data })
        }
      })
      await Promise.all(servers.map((one) => jobsOf(one).runDue([arrivalsJob])))
    }
    for (const one of servers) await jobsOf(one).runDue([arrivalsJob])

    expect(await store.db.selectFrom('invitation_arrival').select('id').execute()).toEqual([])
    const rows = await store.db.selectFrom('event').selectAll().orderBy('id').execute()
    expect(rows.map((row) => row.uid).toSorted()).toEqual([uid, UID].toSorted())
    const invited = rows.find((row) => row.uid === UID)
    const shown = { cancelled: 0, title: 'Version 30', start_at: MONDAY + 30 * HOUR }
    expect(invited).toMatchObject({ sequence: 30, ...(newest.method === 'CANCEL' ? { cancelled: 1 } : shown) })
    const last = GUESTS.map(
      ({ address }) => answers.findLast(({ from, rank }) => from === address && rank === 7)?.answer,
    )
    const people = JSON.parse(rows.find((row) => row.uid === uid)?.attendees ?? '[]') as { answer: string }[]
    expect(people.map(({ answer }) => answer)).toEqual(last)
    await Promise.all(servers.map((one) => jobsOf(one).stop()))
    await other?.close()
    await server.stop()
  },
  600_000,
)

test.each(engines)(
  'given a CANCEL that arrives before its REQUEST, then the event is cancelled as it is stored, unless a stranger wrote it or the REQUEST is newer, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    const { store, blobs, now } = server.context
    const liId = await server.addUser('li.na')
    const arrives = async ({ ics }: Message, sender = ANNA.address) => {
      const blob = await blobs.put(Buffer.from(ics))
      await transact(server.context, async (trx) => {
        await recordBlobs(trx, engine, [blob], now())
        const data = { ...blob, sender, own: false }
        await noteArrival(trx, server.context, { accountId: liId, address: 'x@yanshu.test', mailId: null, data })
      })
      await jobsOf(server.context).runDue([arrivalsJob])
      return await store.db.selectFrom('event').select(['sequence', 'cancelled', 'title']).execute()
    }

    expect(await arrives(fromOrganiser('CANCEL', 9), 'stranger@partner.example')).toEqual([])
    expect(await arrives(fromOrganiser('CANCEL', 2))).toEqual([])
    expect(await arrives(fromOrganiser('REQUEST', 1))).toEqual([{ sequence: 2, cancelled: 1, title: 'Version 1' }])
    expect(await arrives(fromOrganiser('REQUEST', 3))).toEqual([{ sequence: 3, cancelled: 0, title: 'Version 3' }])
    await server.stop()
  },
)
