import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { startImapServer } from '../../testing/imapServer.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { migrationJob } from './migrationJob.ts'

const mail = (uid: number, gmailId: string) => ({
  ...{ uid, gmailId, date: '02-Nov-2026 10:00:00 +0800' },
  source: `From: li@far.example\r\nSubject: Mail ${gmailId}\r\nMessage-ID: <${gmailId}@far.example>\r\n\r\nText ${gmailId}\r\n`,
})

test.each(engines)(
  'given Gmail, where a mail stands under each label and under all mail, then it comes once, with its labels, on %s',
  async (engine) => {
    const other = await startImapServer([
      { path: 'INBOX', uidValidity: 1, mails: [mail(1, '11'), mail(2, '12')] },
      {
        ...{ path: '[Gmail]/All Mail', uses: '\\All', uidValidity: 1 },
        mails: ['11', '12', '13', '14', '15'].map((id, at) => mail(at + 10, id)),
      },
      { path: 'Work', uidValidity: 1, mails: [mail(5, '12'), mail(6, '13')] },
      { path: 'Work/Urgent', uidValidity: 1, mails: [mail(7, '13'), mail(8, '14')] },
    ])
    onTestFinished(() => other.stop())
    const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'] })
    const id = await server.addUser('zhang.wei')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
    const zhang = await server.as(id)
    const { port, certificate, password } = other
    const login = { host: '127.0.0.1', port, security: 'tls' as const, user: 'z@gmail.example', password, certificate }
    const { folders } = await zhang.post('mail/mailMig/test', login)
    const paths = folders.map(({ path }) => path)
    const { id: migrationId } = await zhang.post('mail/mailMig/save', { server: login, paths })
    const run = () => jobsOf(server.context).runDue([migrationJob])
    await run()
    const [done] = (await zhang.get('mail/mailMig/get')).list
    const figures = done?.folders.map(({ names, total, brought, known }) => [names.at(-1), total, brought, known])
    expect(figures).toEqual([
      ['INBOX', 2, 2, 0],
      ['Work', 2, 1, 1],
      ['Urgent', 2, 1, 1],
      ['All Mail', 5, 1, 4],
    ])
    const labelled = async () =>
      (
        await server.context.store.db
          .selectFrom('mail_label')
          .innerJoin('label', 'label.id', 'mail_label.label_id')
          .innerJoin('mail', 'mail.id', 'mail_label.mail_id')
          .innerJoin('message', 'message.id', 'mail.message_id')
          .select(['label.name', 'message.subject'])
          .where('label.account_id', '=', id)
          .orderBy('message.subject')
          .execute()
      ).map(({ name, subject }) => `${subject}: ${name}`)
    expect(await labelled()).toEqual(['Mail 12: Work', 'Mail 13: Work/Urgent'])

    // A label that is given later comes with the next run; no mail does.
    other.folders[2]?.mails.push(mail(9, '11'))
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'again', password })
    await run()
    expect(await labelled()).toEqual(['Mail 11: Work', 'Mail 12: Work', 'Mail 13: Work/Urgent'])
    expect(
      (await server.context.store.db.selectFrom('mail').select('id').where('account_id', '=', id).execute()).length,
    ).toBe(5)
    await server.stop()
  },
)
