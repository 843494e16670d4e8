import { FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'

test('given a confidential letter, or one with a reading password, then the mails about its approval have nothing of it', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true, webUrl: 'https://mail.example.org/' })
  const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
  const [wangId, weiId] = [await server.addUser('wang'), await server.addUser('wei', { name: '张伟' })]
  const [wang, wei] = [await server.as(wangId), await server.as(weiId)]
  await server.addUser('li.na')
  await withApproval(server)
  await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
  const rule = ruleWith([levelOf([wangId])], { conditions: { words: ['并购'] } })
  await admin.post('mail/main/approval/rule/save', rule)
  const written = async () => {
    await jobsOf(server.context).runDue(approvalJobs)
    await server.dispatcher.runDue()
  }
  /** Asks and answers about a letter, and reads all mails that were written to both. */
  const mailsAbout = async (reading: Partial<typeof FREE_READING>) => {
    const isFree = Object.keys(reading).length === 0
    const options = isFree ? {} : { 'mail.reading': { ...FREE_READING, ...reading } }
    await wei.post('mail/email/send', sending({ subject: '并购计划', options }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    await written()
    const { recordId } = (await wei.get('mail/main/approval/userApprovalList', { pageSize: 1 })).list[0] ?? {
      recordId: 0,
    }
    for (const who of [wang, wei]) {
      await who.post('mail/main/approval/note', { recordId, text: '并购的价格' })
      // What is done before the mail is written changes nothing of it.
      if (who === wang) await wei.post('mail/main/approval/remind', { recordId })
      await written()
    }
    const mails = [...(await server.mailsOf(wangId)), ...(await server.mailsOf(weiId))]
    await server.context.store.db.deleteFrom('mail').where('account_id', 'in', [wangId, weiId]).execute()
    return mails.map(({ subject, text }) => `${subject}\n${text}`)
  }
  for (const reading of [{ secret: true }, { password: 'a1b2c3' }]) {
    const mails = await mailsAbout(reading)
    expect(mails).toHaveLength(4)
    expect(mails.filter((text) => text.includes('#/appreply/link/'))).toHaveLength(3)
    expect(mails.join()).not.toMatch(/并购|张伟|li\.na/)
    expect(mails.join()).toContain('一封保密邮件等待您审批')
  }
  // The conditions of others do not hide what the letter is about.
  for (const reading of [{}, { days: 3 }]) {
    const mails = await mailsAbout(reading)
    expect(mails.filter((text) => text.includes('并购计划'))).toHaveLength(4)
    expect(
      mails.filter((text) => text.startsWith('审批人提问：并购计划\n') && text.includes('并购的价格')),
    ).toHaveLength(1)
  }
  // Nor does an administrator read about it by trying a rule.
  const { caught, examples } = await admin.post('mail/main/approval/rule/try', rule)
  expect([caught, examples.filter(({ subject }) => subject.includes('并购')).length]).toEqual([4, 1])
  expect(JSON.stringify(examples.map(({ why }) => why)).match(/并购/g)).toHaveLength(2)
  await server.stop()
})
