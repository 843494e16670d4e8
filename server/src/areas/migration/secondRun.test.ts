import { expect, onTestFinished, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { type ImapMail, startImapServer } from '../../testing/imapServer.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { migrationJob } from './migrationJob.ts'

const mail = (uid: number, more: Partial<ImapMail> = {}): ImapMail => ({
  uid,
  source: `From: li@far.example\r\nSubject: Old ${uid}\r\nMessage-ID: <${uid}@far.example>\r\n\r\nText ${uid}\r\n`,
  date: '02-Nov-2026 10:00:00 +0800',
  ...more,
})
/** Of a program that names its mails by nothing, with the body that all of them have. */
const nameless = (uid: number) =>
  mail(uid, { source: `From: fax@far.example\r\nSubject: Fax ${uid}\r\n\r\nSee there\r\n` })

async function begin(engine: (typeof engines)[number], mails: ImapMail[]) {
  const folder = { path: 'INBOX', uidValidity: 7, mails }
  const other = await startImapServer([folder])
  onTestFinished(() => other.stop())
  const server = await startTestServer({ engine, still: true, migrationHosts: ['127.0.0.1'] })
  const id = await server.addUser('zhang.wei')
  await setSwitch(server.context, { scope: 'user', id }, { name: 'mailMoveEnable', value: true, locked: false })
  const zhang = await server.as(id)
  const login = {
    ...{ host: '127.0.0.1', port: other.port, security: 'tls' as const, user: 'zhang@old.example' },
    ...{ password: other.password, certificate: other.certificate },
  }
  const run = () => jobsOf(server.context).runDue([migrationJob])
  const newest = async () => {
    const [one] = (await zhang.get('mail/mailMig/get')).list
    if (!one) throw new Error('no migration')
    return one
  }
  const save = async (more: Partial<typeof login> = {}) => {
    const { id: migrationId } = await zhang.post('mail/mailMig/save', {
      server: { ...login, ...more },
      paths: ['INBOX'],
    })
    await run()
    return migrationId
  }
  const again = async (migrationId: number) => {
    await zhang.post('mail/mailMig/update', { id: migrationId, act: 'again', password: other.password })
    await run()
  }
  const inbox = async () => {
    const { folderList } = await zhang.get('mail/main/folder/list')
    const mailboxId = folderList.find(({ role }) => role === 'inbox')?.folderId
    return (await zhang.get('mail/email/mailbox/list', { mailboxId })).list
  }
  return { server, folder, zhang, save, again, newest, inbox }
}

test.each(engines)(
  'given marks that changed there since, when it is brought once more, then they change here, and what the person has marked stays, on %s',
  async (engine) => {
    const { server, folder, zhang, save, again, newest, inbox } = await begin(engine, [
      mail(1, { flags: ['\\Seen', '\\Flagged'] }),
      mail(2),
      mail(3, { flags: ['\\Answered'] }),
      mail(4),
    ])
    const id = await save()
    const ofSubject = async (subject: string) => (await inbox()).find((one) => one.subject === subject)
    await zhang.post('mail/email/seen/update', { mailIds: [(await ofSubject('Old 3'))?.mailId ?? 0], seen: true })
    folder.mails = [
      mail(1, { flags: ['\\Flagged'] }),
      mail(2, { flags: ['\\Seen', '$Forwarded'] }),
      mail(3, { flags: ['\\Answered'] }),
      mail(4),
    ]
    await again(id)
    const marks = (await inbox()).map(({ subject, seen, color, replied, forwarded }) =>
      [subject, seen, color, replied, forwarded].join(' '),
    )
    expect(marks.toSorted()).toEqual([
      'Old 1 false 1 false false',
      'Old 2 true 0 false true',
      'Old 3 true 0 true false',
      'Old 4 false 0 false false',
    ])
    expect((await newest()).folders).toMatchObject([{ total: 4, brought: 4, known: 0, changed: 2 }])
    const { folderList } = await zhang.get('mail/main/folder/list')
    expect(folderList.find(({ role }) => role === 'inbox')).toMatchObject({ unread: 2 })
    await server.stop()
  },
)

test.each(engines)(
  'given a server that was restored, with other numbers and another header on each mail, then nothing is here twice, on %s',
  async (engine) => {
    const { server, folder, zhang, save, again, newest, inbox } = await begin(engine, [
      mail(1),
      mail(2),
      mail(3),
      // Twice there, so twice here.
      mail(4, { source: `${mail(3).source}` }),
      nameless(5),
      nameless(6),
    ])
    const subjects = async () => (await inbox()).map(({ subject }) => subject).toSorted()
    const id = await save()
    const first = await subjects()
    expect(first).toEqual(['Fax 5', 'Fax 6', 'Old 1', 'Old 2', 'Old 3', 'Old 3'])
    const deleted = (await inbox()).find(({ subject }) => subject === 'Old 1')?.mailId ?? 0
    await zhang.post('mail/email/delete', { mailIds: [deleted] })
    const left = await subjects()

    const restore = (validity: number) => {
      folder.uidValidity = validity
      folder.mails = folder.mails.map((one) => ({
        ...one,
        uid: one.uid + 100,
        source: `X-Restored: ${validity}\r\n${one.source}`,
      }))
    }
    restore(8)
    await again(id)
    expect(await subjects()).toEqual(left)
    expect((await newest()).folders).toMatchObject([{ total: 6, brought: 6, known: 0 }])

    // The same mailbox by another name of it, with the same numbers.
    await save({ user: 'zhang' })
    expect((await newest()).folders).toMatchObject([{ total: 6, known: 5, brought: 1 }])
    await server.stop()
  },
)

test.each(engines)(
  'given mails that came here by another way, with another header, then they are known by Message-ID and body, on %s',
  async (engine) => {
    const { server, folder, zhang, save, newest, inbox } = await begin(engine, [mail(1), mail(2)])
    const id = await save()
    // Nothing is left of how they came.
    await zhang.post('mail/mailMig/update', { id, act: 'delete' })
    folder.mails = [
      mail(1, { source: `Received: by another way\r\n${mail(1).source}` }),
      mail(2, { source: `${mail(2).source}Added by a list\r\n` }),
    ]
    await save()
    expect((await newest()).folders).toMatchObject([{ total: 2, known: 1, brought: 1 }])
    expect((await inbox()).length).toBe(3)
    await server.stop()
  },
)
