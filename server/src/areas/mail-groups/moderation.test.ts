import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { ArrivingMail } from '../../mailflow/steps/deliveryStep.ts'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { deleteAccount } from '../../store/accounts/deleteAccount.ts'
import { sending } from '../../testing/letters.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { groupStep } from './groupStep.ts'
import { moderationStep } from './moderationStep.ts'

test.each(engines)(
  'given mail from outside to a moderated group, then it waits over a restart, and let through it stays from outside, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    server.steps.register([groupStep])
    const manager = await server.addUser('admin', { isAdmin: true })
    const admin = await server.as(manager)
    const na = await server.addUser('li.na')
    const address = 'team@yanshu.test'
    const group = { address, groupName: '组', senders: 'anybody' as const, moderated: true }
    const { groupId } = await admin.post('contact/mailgroup/save', group)
    await admin.post('contact/mailgroup/people', { groupId, role: 'member', add: ['li.na@yanshu.test'] })
    const { port } = await server.startSmtp()
    const outside = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    for (const subject of ['放行', '拒绝']) {
      await outside.sendMail({ from: 'wang@partner.example', to: address, subject, text: 'x' })
    }
    outside.close()
    await server.steps.effects.runDue()
    await server.dispatcher.runDue()
    expect(await server.mailsOf(na)).toEqual([])

    // Another server of the same store, as after a restart.
    const next = mailTransportOf({ ...server.context, runtime: createRuntime() })
    const seen: ArrivingMail[] = []
    next.steps.register([
      groupStep,
      {
        name: 'looks',
        judge: (mail) => {
          seen.push(mail)
          return null
        },
      },
    ])
    next.submission.register([moderationStep])
    server.wait(3 * 86_400_000)
    await next.dispatcher.runDue()
    expect(seen).toEqual([])
    const asManager = await server.as(manager)
    const { list } = await asManager.get('contact/mailgroup/waiting', { groupId })
    expect(list.map(({ subject }) => subject).toSorted()).toEqual(['拒绝', '放行'].toSorted())
    for (const { waitingId, subject } of list) {
      await asManager.post('contact/mailgroup/decide', { groupId, waitingId, letThrough: subject === '放行' })
    }
    await next.dispatcher.runDue()
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['放行'])
    expect(seen).toMatchObject([{ source: 'smtp', origin: 'group', senderId: null, subject: '放行' }])
    const states = await server.context.store.db.selectFrom('outgoing').select('state').orderBy('state').execute()
    expect(states.map(({ state }) => state)).toEqual(['done', 'refused'])
    await next.dispatcher.stop()
    await server.stop()
  },
)

test.each(engines)(
  'given a colleague whose account is deleted, then what waits for a group stays with its managers, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    server.steps.register([groupStep])
    server.submission.register([moderationStep])
    const manager = await server.addUser('admin', { isAdmin: true })
    const admin = await server.as(manager)
    const na = await server.addUser('li.na')
    const wei = await server.addUser('zhang.wei')
    const address = 'team@yanshu.test'
    const group = { address, groupName: '组', senders: 'anybody' as const, moderated: true }
    const { groupId } = await admin.post('contact/mailgroup/save', group)
    await admin.post('contact/mailgroup/people', { groupId, role: 'member', add: ['li.na@yanshu.test'] })
    await (await server.as(wei)).post('mail/email/send', sending({ subject: '等待', to: [{ name: '', address }] }))
    server.wait(60_000)
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
    await deleteAccount(server.context, 'zhang.wei@yanshu.test')
    const asManager = await server.as(manager)
    const { list } = await asManager.get('contact/mailgroup/waiting', { groupId })
    expect(list.map(({ subject }) => subject)).toEqual(['等待'])
    const waitingId = list[0]?.waitingId ?? ''
    await asManager.post('contact/mailgroup/decide', { groupId, waitingId, letThrough: true })
    await server.dispatcher.runDue()
    expect((await server.mailsOf(na)).map(({ subject }) => subject)).toEqual(['等待'])
    const states = await server.context.store.db.selectFrom('outgoing').select('state').execute()
    expect(states).toEqual([{ state: 'done' }])
    await server.stop()
  },
)
