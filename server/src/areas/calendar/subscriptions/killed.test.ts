import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { LEASE_MS } from '../../../store/jobs/claims.ts'
import { jobsOf } from '../../../store/jobs/index.ts'
import { killBeforeWrite } from '../../../testing/killBeforeWrite.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer } from '../../../testing/testServer.ts'
import { allowFetching, SUBSCRIPTION, subscriptionsJob } from './refreshSubscriptions.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-11-01T00:00Z')
/** Of the writes of one job: its claim is the first. */
const KILLS = [2, 4, 6]

const file = (...titles: readonly string[]) =>
  [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x',
    ...titles.flatMap((title) => [
      'BEGIN:VEVENT', `UID:${title}@x`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z',
      `SUMMARY:${title}`, 'END:VEVENT',
    ]),
    'END:VCALENDAR', '',
  ].join('\r\n') // biome-ignore format: lines

test.each(engines)(
  'given a server that is killed before any write of a reading, on %s, then the next one reads the whole address, each event once',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    let ics = ''
    const source = http.createServer((_request, response) => response.end(ics))
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/calendar.ics`
    allowFetching(server.context, { allowsAddress: (one) => one === '127.0.0.1', allowsPort: () => true })
    const zhang = await server.as(await server.addUser('zhang.wei'))
    const { db } = server.context.store
    await db.updateTable('session').set({ access_expires_at: Number.MAX_SAFE_INTEGER }).execute()
    ics = file('甲')
    const { calendarId } = await zhang.post('calendar/subscribe', { url, name: '订阅' })
    const range = { from: FROM, to: FROM + 60 * 24 * HOUR, calendarIds: `${calendarId}` }
    for (const write of KILLS) {
      server.wait(HOUR + 1_000)
      const titles = ['乙', '丙', `第 ${write} 次`]
      ics = file(...titles)
      expect(await killBeforeWrite(server.context, subscriptionsJob, write)).toBe('SIGKILL')
      server.wait(LEASE_MS + 1_000)
      await jobsOf(server.context).runDue([subscriptionsJob])
      const { instances } = await zhang.get('calendar/events', range)
      expect(instances.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
      const { subscription } =
        (await zhang.get('calendar/list')).calendars.find((one) => one.calendarId === calendarId) ?? {}
      expect(subscription).toMatchObject({ failed: false })
      const jobs = await db.selectFrom('job').select('claim').where('kind', '=', SUBSCRIPTION).execute()
      expect(jobs).toEqual([{ claim: null }])
    }
    source.closeAllConnections()
    await new Promise((resolve) => source.close(resolve))
    await server.stop()
  },
  600_000,
)
