import { expect, onTestFinished, test } from 'vitest'
import { startImapServer } from '../../../testing/imapServer.ts'
import { startTestServer } from '../../../testing/testServer.ts'
import { MigrationLoginError } from './errors.ts'
import { openServer } from './openServer.ts'

test('given an access token, then it is logged in by it, and a server that refuses or has no such login is named', async () => {
  const other = await startImapServer([{ path: 'INBOX', uidValidity: 1, mails: [] }])
  onTestFinished(() => other.stop())
  const server = await startTestServer({ engine: 'sqlite', still: true, migrationHosts: ['127.0.0.1'] })
  const log = (password: string) =>
    openServer(server.context.config, {
      ...{ host: '127.0.0.1', port: other.port, security: 'tls', user: 'zhang@old.example' },
      ...{ login: 'token', password, certificate: other.certificate },
    })
  await expect(log('a-token')).rejects.toThrow(MigrationLoginError)
  other.token = 'a-token'
  const client = await log('a-token')
  expect((await client.list()).map(({ path }) => path)).toEqual(['INBOX'])
  client.close()
  // The password is no way in beside it.
  expect(other.commands.filter((command) => /^(?:LOGIN|AUTHENTICATE)/.test(command))).toEqual(['AUTHENTICATE XOAUTH2'])
  await expect(log('an-old-token')).rejects.toThrow(MigrationLoginError)
  await server.stop()
})
