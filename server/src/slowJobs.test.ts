import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { allowFetching, SUBSCRIPTION } from './areas/calendar/subscriptions/refreshSubscriptions.ts'
import { saveCalendar } from './areas/calendar-store/index.ts'
import { rawClient } from './mailflow/smtp/rawClient.ts'
import { readConfig } from './platform/config/config.ts'
import { transact } from './store/database/transact.ts'
import { enqueue } from './store/jobs/index.ts'
import { startTestS3 } from './testing/s3Server.ts'
import { startTestServer } from './testing/testServer.ts'

const HOUR = 3_600_000
const SUBSCRIPTIONS = 50

test('given fifty calendars whose addresses drip and a bucket that does not answer an archive, then reminders, deliveries and invitations come in time', async () => {
  const s3 = await startTestS3()
  const settings = readConfig({ YANSHU_DATA: '/', YANSHU_S3: s3.settingOf() }).s3
  const server = await startTestServer({ engine: 'sqlite', s3: settings, failing: true })
  const { context } = server
  const dripping: http.ServerResponse[] = []
  const source = http.createServer((_request, response) => {
    response.write('BEGIN:VCALENDAR\r\n')
    dripping.push(response)
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  try {
    const zhangId = await server.addUser('zhang.wei', { name: '张伟' })
    const wangId = await server.addUser('wang.fang')
    const liId = await server.addUser('li.na', { name: '李娜' })
    const [zhang, li, wang] = [await server.as(zhangId), await server.as(liId), await server.as(wangId)]
    await li.get('calendar/list')
    const home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0

    // The archive of 王芳 reads her mails, and the bucket does not answer.
    const client = await rawClient(server.smtpPort)
    await client.say('EHLO partner.example')
    expect(await client.send('a@partner.example', ['wang.fang@yanshu.test'], 'Subject: old\r\n\r\nold')).toMatch(
      /^250 /,
    )
    client.close()
    const held = [...s3.objects.keys()]
    let goOn = () => {}
    const answered = new Promise<undefined>((resolve) => {
      goOn = () => resolve(undefined)
    })
    let asked = 0
    s3.before = (request) => {
      if (!request.startsWith('GET ') || !held.some((key) => request.includes(key))) return undefined
      asked += 1
      return answered
    }
    await wang.post('user/archive/begin', {})

    allowFetching(context, { allowsAddress: (one) => one === '127.0.0.1', allowsPort: () => true })
    const { port } = source.address() as AddressInfo
    const calendarIds: number[] = []
    for (let at = 0; at < SUBSCRIPTIONS; at++) {
      calendarIds.push((await saveCalendar(context, at % 2 ? zhangId : wangId, { name: `订阅 ${at}` })).calendarId)
    }
    await transact(context, async (trx) => {
      const rows = calendarIds.map((calendar_id) => ({
        calendar_id,
        url: `http://127.0.0.1:${port}/${calendar_id}.ics`,
        next_at: context.now(),
        fetched_at: null,
      }))
      await trx.insertInto('calendar_subscription').values(rows).execute()
      await enqueue(
        trx,
        context,
        SUBSCRIPTION,
        calendarIds.map((id) => ({ key: `${id}` })),
      )
    })
    await expect.poll(() => [dripping.length > 0, asked > 0]).toEqual([true, true])

    // An event with a reminder, to which a person is invited: mails, a delivery, what follows it, and what came.
    const start = context.now() + HOUR
    await zhang.post('calendar/event/save', {
      event: {
        calendarId: home,
        title: '评审',
        allDay: false,
        start,
        end: start + HOUR,
        zone: 'Asia/Shanghai',
        reminders: [30],
        attendees: [{ name: '李娜', address: 'li.na@yanshu.test' }],
      },
    })
    server.wait(HOUR / 2)
    const reminded = async () => (await zhang.get('calendar/reminders')).reminders.map(({ title }) => title)
    await expect.poll(reminded).toEqual(['评审'])
    await expect.poll(async () => (await server.mailsOf(liId)).length).toBe(1)
    const around = { from: start - HOUR, to: start + 2 * HOUR }
    const invited = async () => (await li.get('calendar/events', around)).instances.map(({ title }) => title)
    await expect.poll(invited).toEqual(['评审'])
    // The slow ones were not through meanwhile.
    expect((await wang.get('user/archive/state')).archive?.state).toBe('running')
    const { db } = context.store
    const read = db.selectFrom('calendar_subscription').select('calendar_id').where('fetched_at', 'is not', null)
    expect(await read.execute()).toEqual([])
    goOn()
    await expect.poll(async () => (await wang.get('user/archive/state')).archive?.state).toBe('ready')
  } finally {
    source.closeAllConnections()
    source.close()
    await server.stop()
    await s3.stop()
  }
})
