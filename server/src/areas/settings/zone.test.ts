import { offsetAt } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zonesOfMany } from '../../store/profile/settings.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { hoursOfMany } from '../calendar-store/freebusy/hoursOfMany.ts'

const NEW_YORK = 'America/New_York'

describe.each(engines)('the zone of a person, on %s', (engine) => {
  let server: TestServer
  let id: number
  let zhang: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    id = await server.addUser('zhang.wei')
    zhang = await server.as(id)
  })
  afterAll(() => server.stop())

  test('given a name of the IANA list, then the hours are those of its clock now, and hours that are chosen hold instead', async () => {
    const saved = await zhang.post('mail/main/generalConfig/save', { zone: NEW_YORK })
    expect(saved).toMatchObject({ zone: NEW_YORK, timeZone: offsetAt(NEW_YORK, Date.now()) / 3_600_000 })
    expect(await zonesOfMany(server.context, [id])).toEqual(new Map([[id, NEW_YORK]]))
    expect(await zhang.post('mail/main/generalConfig/save', { zone: 'Asia/Kolkata' })).toMatchObject({ timeZone: 5.5 })
    const hours = await zhang.post('mail/main/generalConfig/single/update', { key: 'timeZone', value: 9 })
    expect(hours).toMatchObject({ zone: '', timeZone: 9 })
    expect(await zonesOfMany(server.context, [id])).toEqual(new Map([[id, 'Etc/GMT-9']]))
    for (const zone of ['Mars/Olympus', '../etc', 'x'.repeat(100)]) {
      expect((await zhang.raw('POST', 'mail/main/generalConfig/save', { body: { zone } })).status).toBe(400)
    }
  })

  test('given New York, then working hours and the date of a quoted mail are right in July, whenever it is asked', async () => {
    await zhang.post('mail/main/generalConfig/save', { zone: NEW_YORK })
    expect((await hoursOfMany(server.context, [id])).get(id)?.zone).toBe(NEW_YORK)
    const july = Date.parse('2026-07-01T13:00:00Z')
    const january = Date.parse('2026-01-15T13:00:00Z')
    for (const [receivedAt, clock] of [
      [july, '2026-07-01 09:00'],
      [january, '2026-01-15 08:00'],
    ] as const) {
      const from = { name: '', address: 'li.na@partner.example' }
      const { mailId } = await putMail(server.context, id, { subject: clock, text: 'words', from, receivedAt })
      await zhang.post('mail/email/quickDraft', { mailId, all: false, text: '好', clientId: `draft-${receivedAt}` })
      const { html } = await server.context.store.db
        .selectFrom('draft')
        .select('html')
        .where('source_mail_id', '=', mailId)
        .executeTakeFirstOrThrow()
      expect(html).toContain(clock)
    }
  })
})
