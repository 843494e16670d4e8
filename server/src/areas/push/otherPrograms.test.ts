import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const COMMANDS = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

describe.each(engines)('a program beside the server, such as an import by the command line, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
  })
  afterAll(() => server.stop())

  test('given an open window, then it gets the change and finds the mails', async () => {
    const person = await server.login('zhang.wei')
    const socket = await person.socket()
    const file = path.join(server.folder, 'old.mbox')
    await writeFile(file, 'From a@b.example Fri Nov 20 01:00:00 2015\nSubject: old\n\nbody\n')
    const child = spawn(process.execPath, [COMMANDS, 'import', '--user', 'zhang.wei@yanshu.test', file], {
      env: {
        ...process.env,
        YANSHU_DATA: server.folder,
        DATABASE_URL: engine === 'postgres' ? server.context.config.database : '',
      },
    })
    const outputs = Promise.all([text(child.stdout), text(child.stderr)])
    const message = await socket.nextOf('mailbox')
    expect((await outputs).join('')).toContain('Imported 1 mails')
    expect(message).toMatchObject({ change: 'added', items: [{ subject: 'old' }] })
    const inbox = (await person.get('mail/email/mailbox/list')).list
    expect(inbox.map((mail) => mail.subject)).toEqual(['old'])
    expect(message.counters.folders.find((folder) => folder.folderId === inbox[0]?.mailboxId)?.mail).toBe(1)
    socket.close()
  })
})
