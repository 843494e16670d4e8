import { UNDO_SEND_MS } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'

const DAY = 86_400_000

test.each(engines)(
  'given records, then an administrator has them as a table without formulas, and they are kept for the set time, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    server.stopClock()
    const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    const wangId = await server.addUser('wang')
    const [wei, wang] = [await server.as(await server.addUser('wei')), await server.as(wangId)]
    await server.addUser('li.na')
    await withApproval(server)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([wangId])]))
    const begin = server.context.now()
    for (const subject of ['=HYPERLINK("http://elsewhere.example")', '合同, "二"']) {
      await wei.post('mail/email/send', sending({ subject }))
      server.wait(UNDO_SEND_MS)
      await server.dispatcher.runDue()
    }
    const { list } = await wang.get('mail/main/approval/approverApprovalList')
    const recordId = list[1]?.recordId ?? 0
    const { hash } = await wang.get('mail/main/approval/detail', { recordId })
    await wang.post('mail/main/approval/decide', { recordId, hash, pass: false, comment: '=1+1' })
    await server.dispatcher.runDue()

    const fetched = (who: typeof admin, query = '') =>
      fetch(`${server.url}/api/file/approvals${query}`, {
        headers: { authorization: `Bearer ${who.login?.accessToken ?? ''}` },
      })
    const table = async (query = '') => {
      const response = await fetched(admin, query)
      expect(response.status).toBe(200)
      return response.text()
    }
    const text = await table()
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(4)
    expect(rows[1]).toContain(`'=HYPERLINK`)
    expect(rows[2]).toMatch(/rejected,.*,rejected,wang,"'=1\+1",[0-9a-f]{64},$/)
    expect(rows[3]).toContain('"合同, ""二"""')
    expect((await table(`?to=${begin}`)).trim().split('\r\n')).toHaveLength(1)
    for (const one of [wei, wang]) expect((await fetched(one)).status).toBe(403)

    // What has ended goes after the time that is set; what waits stays.
    const ended = async () => {
      await jobsOf(server.context).start()
      server.wait(2 * DAY)
      await jobsOf(server.context).runDue(approvalJobs)
      return (await wei.get('mail/main/approval/userApprovalList')).list.map(({ state }) => state)
    }
    expect(await ended()).toEqual(['pending', 'rejected'])
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'approvalKeepDays', value: 3, locked: false })
    server.wait(4 * DAY)
    expect(await ended()).toEqual(['pending'])
    expect((await table()).trim().split('\r\n')).toHaveLength(2)
    await server.stop()
  },
)
