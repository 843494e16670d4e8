import { calendarJobs } from '../areas/calendar/calendarJobs.ts'
import { MAIL_AFTER_MS } from '../areas/calendar-mail/itip/outbox.ts'
import { rawClient } from '../mailflow/smtp/rawClient.ts'
import type { Engine } from '../store/database/engine.ts'
import { jobsOf } from '../store/jobs/index.ts'
import type { TestClient } from './testClient.ts'
import { openTestRelay } from './testRelay.ts'
import { startTestServer, type TestServer } from './testServer.ts'

/** Who is invited: a person of this server, and one outside. */
export const LI = { name: '李娜', address: 'li.na@yanshu.test' }
export const ANNA = { name: 'Anna', address: 'anna@partner.example' }

/** A server on which 张伟 invites 李娜, and whose mail to other domains ends at a relay of the test. */
export interface Inviting {
  readonly server: TestServer
  readonly relay: Awaited<ReturnType<typeof openTestRelay>>
  readonly zhang: TestClient
  readonly li: TestClient
  readonly ids: Readonly<Record<'zhang' | 'li', number>>
  /** The first calendar of 张伟. */
  readonly home: number
  /** Runs everything that is due after a change of an event: mails are sent, arrive, and are answered by rooms. */
  settle(): Promise<void>
  /** Sends a mail from outside by real SMTP, and runs what is due then. Answers the server's reply. */
  sendFrom(from: string, to: string, raw: string): Promise<string>
  stop(): Promise<void>
}

export async function startInviting(engine: Engine): Promise<Inviting> {
  const relay = await openTestRelay()
  const server = await startTestServer({ engine, relay: relay.url })
  const ids = {
    zhang: await server.addUser('zhang.wei', { name: '张伟' }),
    li: await server.addUser('li.na', { name: LI.name }),
  }
  const zhang = await server.login('zhang.wei')
  const li = await server.login('li.na')
  const home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  await li.get('calendar/list')
  const settle = async () => {
    for (let round = 0; round < 3; round++) {
      server.wait(MAIL_AFTER_MS + 1_000)
      await jobsOf(server.context).runDue(calendarJobs)
      await server.dispatcher.runDue()
      await server.steps.effects.runDue()
      await jobsOf(server.context).runDue(calendarJobs)
    }
  }
  return {
    server,
    relay,
    zhang,
    li,
    ids,
    home,
    settle,
    async sendFrom(from, to, raw) {
      const client = await rawClient(server.smtpPort)
      await client.say('EHLO partner.example')
      const answer = await client.send(from, [to], raw)
      client.close()
      await settle()
      return answer
    },
    async stop() {
      await server.stop()
      await relay.close()
    },
  }
}
