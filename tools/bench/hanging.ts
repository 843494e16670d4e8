import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { allowFetching, SUBSCRIPTION } from '../../server/src/areas/calendar/subscriptions/refreshSubscriptions.ts'
import { saveCalendar } from '../../server/src/areas/calendar-store/index.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { start } from '../../server/src/start.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import type { Context } from '../../server/src/store/context/context.ts'
import { transact } from '../../server/src/store/database/transact.ts'
import { enqueue } from '../../server/src/store/jobs/index.ts'
import { startTestS3 } from '../../server/src/testing/s3Server.ts'
import { ApiClient } from './apiClient.ts'
import { DOMAIN, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { smtpSender } from './smtpLoad.ts'

const GROUP = 'Waits beside work that hangs'
const ROUNDS = 20
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long before an event its reminder is. */
const REMINDER_MINUTES = 30
/** How long before its reminder is due an event is saved: all of a phase are saved by then. */
const AHEAD_MS = 30_000
const POLL_MS = 2
const GIVE_UP_MS = 60_000
const ORGANIZER = `zhang.wei@${DOMAIN}`
const INVITED = `li.na@${DOMAIN}`
const ARCHIVED = `wang.fang@${DOMAIN}`

type Kind = 'delivery' | 'invitation' | 'reminder'
type Phase = 'alone' | 'beside'

const TITLES: Record<Kind, string> = {
  delivery: 'a delivery, from handing it in to the list of the inbox',
  invitation: 'an invitation, from saving the event to the calendar of who is invited (sent after ten seconds)',
  reminder: 'a reminder, from the moment it is due to the list of reminders',
}

/**
 * How long a delivery, an invitation and a reminder take, alone, and then while so many subscribed calendars send their
 * bytes without end and the bucket of the mails does not answer an archive.
 * @param calendars how many subscriptions hang
 * @param postgres the empty database, or null for a file
 */
export async function measureHanging(
  calendars: number,
  postgres: string | null,
  results: Results,
  say: Say,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-hanging-'))
  const s3 = await startTestS3()
  const source = http.createServer((_request, response) => {
    response.write('BEGIN:VCALENDAR\r\n')
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const log = { info: () => {}, warn: () => {}, error: (fields: object, text: string) => console.error(text, fields) }
  const running = await start({
    config: {
      ...readConfig({
        YANSHU_DATA: folder,
        YANSHU_HOST: '127.0.0.1',
        YANSHU_HOSTNAME: `mail.${DOMAIN}`,
        YANSHU_S3: s3.settingOf(),
        ...(postgres === null ? {} : { DATABASE_URL: postgres }),
      }),
      ...{ port: 0, smtpPort: 0, demo: false, loginChallenge: null },
    },
    mailTransport: { lmtpPort: null, trustSpamFlag: false, trustAuthentication: false },
    log,
  })
  let answerBucket = () => {}
  try {
    const { context } = running
    await createDomain(context, DOMAIN)
    const ids: number[] = []
    for (const address of [ORGANIZER, INVITED, ARCHIVED]) {
      ids.push(await createAccount(context, { address, name: address, password: PASSWORD }))
    }
    const url = `http://127.0.0.1:${running.httpPort}`
    const scene = { url, smtpPort: running.smtpPort, results }
    const sender = await smtpSender(running.smtpPort)
    await sender.deliver('old@partner.example', ARCHIVED, Buffer.from('Subject: old\r\n\r\nold'))
    sender.close()
    await say.step(`${ROUNDS} of each, alone`, () => measurePhase(scene, 'alone'))

    const held = [...s3.objects.keys()]
    const answered = new Promise<undefined>((resolve) => {
      answerBucket = () => resolve(undefined)
    })
    s3.before = (request) =>
      request.startsWith('GET ') && held.some((key) => request.includes(key)) ? answered : undefined
    const archived = await ApiClient.logIn(url, ARCHIVED, PASSWORD)
    await archived.post('user/archive/begin', {})
    const { port } = source.address() as AddressInfo
    await subscribe(context, ids, Array(calendars).fill(`http://127.0.0.1:${port}/c.ics`))
    await say.step(`${ROUNDS} of each, beside ${calendars} calendars and a bucket that hang`, () =>
      measurePhase(scene, 'beside'),
    )
    const read = await context.store.db
      .selectFrom('calendar_subscription')
      .select('calendar_id')
      .where('fetched_at', 'is not', null)
      .execute()
    results.check('hanging calendars that were read to their end', 0, read.length)
    const { archive } = await (await ApiClient.logIn(url, ARCHIVED, PASSWORD)).get('user/archive/state')
    results.check('archives that were made meanwhile', 0, archive?.state === 'ready' ? 1 : 0)
  } finally {
    answerBucket()
    source.closeAllConnections()
    source.close()
    await running.stop()
    await s3.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface HangingScene {
  readonly url: string
  readonly smtpPort: number
  readonly results: Results
}

async function measurePhase({ url, smtpPort, results }: HangingScene, phase: Phase): Promise<void> {
  const add = (kind: Kind, waitedMs: number) =>
    results.add(
      {
        id: `hanging.${phase}.${kind}`,
        group: GROUP,
        title: phase === 'alone' ? TITLES[kind] : `  beside it: ${TITLES[kind].split(',')[0]}`,
        ...{ unit: 'ms', style: 'range' },
      },
      [waitedMs],
    )
  const organizer = await ApiClient.logIn(url, ORGANIZER, PASSWORD)
  const invited = await ApiClient.logIn(url, INVITED, PASSWORD)
  const { folderList } = await invited.get('mail/main/folder/list')
  const inbox = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  await invited.get('calendar/list')
  const home = (await organizer.get('calendar/list')).calendars[0]?.calendarId ?? 0
  const sender = await smtpSender(smtpPort)
  for (let round = 0; round < ROUNDS; round++) {
    const title = `${phase} ${round}`
    add(
      'delivery',
      await until(
        () => sender.deliver('new@partner.example', INVITED, Buffer.from(`Subject: ${title}\r\n\r\n${title}`)),
        async () =>
          (await invited.get('mail/email/mailbox/list', { mailboxId: inbox, pageSize: 15 })).list.some(
            ({ subject }) => subject === title,
          ),
      ),
    )
  }
  sender.close()
  const due: { readonly title: string; readonly at: number; readonly savedAt: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const title = `${phase} ${round}`
    const savedAt = Date.now()
    const at = savedAt + AHEAD_MS
    const begin = at + REMINDER_MINUTES * MINUTE_MS
    const event = {
      ...{ calendarId: home, title, allDay: false, start: begin, end: begin + HOUR_MS, zone: 'Asia/Shanghai' },
      reminders: [REMINDER_MINUTES],
      attendees: [{ name: '', address: INVITED }],
    }
    await organizer.post('calendar/event/save', { event })
    due.push({ title, at, savedAt })
  }
  const around = { from: Date.now(), to: Date.now() + 2 * HOUR_MS }
  for (const { title, savedAt } of due) {
    await until(
      async () => {},
      async () => (await invited.get('calendar/events', around)).instances.some((one) => one.title === title),
    )
    add('invitation', Date.now() - savedAt)
  }
  for (const { title, at } of due) {
    await pause(Math.max(0, at - Date.now()))
    const isThere = async () => (await organizer.get('calendar/reminders')).reminders.some((one) => one.title === title)
    await until(async () => {}, isThere)
    add('reminder', Date.now() - at)
  }
}

/** Milliseconds from the begin of an act until something holds. */
async function until(act: () => Promise<unknown>, holds: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  await act()
  while (!(await holds())) {
    if (performance.now() - begun > GIVE_UP_MS) throw new Error('What was waited for did not come within a minute.')
    await pause(POLL_MS)
  }
  return performance.now() - begun
}

/** Calendars of these people that are read from these addresses, at once. */
async function subscribe(context: Context, accountIds: readonly number[], urls: readonly string[]): Promise<void> {
  allowFetching(context, { allowsAddress: (one) => one === '127.0.0.1', allowsPort: () => true })
  const calendarIds: number[] = []
  for (const [at] of urls.entries()) {
    const accountId = accountIds[at % accountIds.length] ?? 0
    calendarIds.push((await saveCalendar(context, accountId, { name: `${at}` })).calendarId)
  }
  await transact(context, async (trx) => {
    const rows = calendarIds.map((calendar_id, at) => ({
      ...{ calendar_id, url: urls[at] ?? '', next_at: context.now(), fetched_at: null },
    }))
    await trx.insertInto('calendar_subscription').values(rows).execute()
    await enqueue(
      trx,
      context,
      SUBSCRIPTION,
      calendarIds.map((id) => ({ key: `${id}` })),
    )
  })
}
