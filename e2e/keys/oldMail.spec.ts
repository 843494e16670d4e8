import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { createTransport } from 'nodemailer'
import keysZh from '../../remote-keys/src/messages/zh.ts'
import { encryptPart, fromText, newPinParameters, openVault, toBase64, toPem } from '../../shared/cms/src/index.ts'
import { TestAuthority } from '../../shared/cms/src/testing/testAuthority.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const MAIN = path.resolve(import.meta.dirname, '../../server/src/cli/main.ts')
const PIN = '482913'
const SECRET = '收购价格是三亿'
const ADDRESS = 'wang.fang@yanshu.test'

type Issued = Awaited<ReturnType<TestAuthority['issue']>>

let server: OwnServer
let authority: TestAuthority
let responder: Server
let old: Issued
let fresh: Issued

/** Names a certificate to a command of the operator. */
async function yanshu(command: readonly string[], certificate: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = path.join(server.client, `../${command.at(-1)}.pem`)
  writeFileSync(file, toPem('CERTIFICATE', certificate))
  await promisify(execFile)(process.execPath, [MAIN, '--data', server.dataFolder, 'ca', ...command, file])
}

test.beforeAll(async () => {
  server = await startServer({ settings: { YANSHU_REVOCATION_HOSTS: '127.0.0.1' } })
  server.setSwitches({ smimeEnable: true })
  authority = await TestAuthority.make('Test CA')
  // The path names the key that is asked about.
  responder = createServer(async (request, response) => {
    request.resume()
    const isOld = request.url === '/old'
    const { certificate } = isOld ? old : fresh
    response.end(await authority.answer(certificate, { status: isOld ? 'revoked' : 'good' }))
  })
  await new Promise<void>((resolve) => responder.listen(0, '127.0.0.1', resolve))
  const { port } = responder.address() as AddressInfo
  const issue = (name: string) => authority.issue({ addresses: [ADDRESS], ocsp: [`http://127.0.0.1:${port}/${name}`] })
  ;[old, fresh] = await Promise.all([issue('old'), issue('fresh')])
  await yanshu(['trust'], authority.certificate.der)
})
test.afterAll(async () => {
  await server.remove()
  responder.close()
})

/** Sends a letter that is encrypted to one key, as another program does. */
async function send(subject: string, { certificate }: Issued): Promise<void> {
  const text = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${SECRET}\r\n`
  const part = await encryptPart(fromText(text), {
    recipients: [certificate],
    cipher: 'AES-256-CBC',
    rsa: 'PKCS1-v1_5',
  })
  const transport = createTransport(server.smtpUrl)
  const from = 'partner@example.org'
  const head = `From: <${from}>\r\nTo: <${ADDRESS}>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`
  const raw = head + Buffer.from(part).toString('latin1')
  await transport.sendMail({ envelope: { from, to: ADDRESS }, raw })
  transport.close()
}

test('given mail to an old key that was revoked, then the page names that, and encrypts the mail to the new key', async ({
  someone,
}) => {
  const { page, api, seen } = await someone({ user: 'wang.fang', server: server.url })
  const vault = await openVault(PIN, newPinParameters())
  const keys = await Promise.all(
    [old, fresh].map(async ({ key, certificate }) => ({
      ...{ sealed: await vault.seal(key.pkcs8), request: '', certificates: [toBase64(certificate.der)] },
    })),
  )
  const { cost, salt } = vault.parameters
  const parameters = { kind: 'scrypt' as const, cost: cost as 65_536, blockSize: 8 as const, salt }
  await api.post('keymanagement/key/save', { proof: vault.proof, parameters, keys })
  const stranger = await authority.issue({ addresses: ['other@example.org'] })
  await send('old-1', old)
  await send('to-another', stranger)
  await send('fresh-1', fresh)
  await expect(async () => {
    const subjects = (await api.inbox()).map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['old-1', 'to-another', 'fresh-1']))
  }).toPass({ timeout: 60_000 })

  await goTo(page, '/set/smime')
  const cards = page.getByRole('listitem').filter({ has: page.getByText(keysZh.status.title) })
  await expect(cards).toHaveCount(2)
  for (const [at, words] of [
    [0, keysZh.status.valid],
    [1, '已于'],
  ] as const) {
    await cards.nth(at).getByRole('button', { name: '是否吊销' }).click()
    await expect(cards.nth(at).getByRole('status')).toContainText(words)
  }

  const section = page.getByRole('region', { name: keysZh.again.title })
  await section.getByRole('button', { name: keysZh.intro.unlock, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: keysZh.unlock.title })
  await dialog.getByLabel(keysZh.pin.own, { exact: true }).fill(PIN)
  await dialog.getByRole('button', { name: keysZh.unlock.go, exact: true }).click()
  // The newest key is chosen.
  await section.getByRole('button', { name: keysZh.again.go, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: keysZh.again.confirm })
  await question.getByRole('button', { name: keysZh.again.go, exact: true }).click()
  await expect(section).toContainText('已重新加密 1 封，无须更改 1 封，未更改 1 封')
  const left = section.getByRole('listitem').filter({ hasText: 'to-another' })
  await expect(left).toContainText(keysZh.errors['not-a-recipient'])
  expect(await violations(page, { include: 'main' })).toEqual([])

  // Without the old key the mail still opens.
  const { list } = await api.get('keymanagement/key/list')
  const oldId = list.at(-1)?.keyId ?? 0
  await api.post('keymanagement/key/remove', { keyId: oldId })
  const mailId = (await api.inbox()).find(({ subject }) => subject === 'old-1')?.mailId ?? 0
  await page.reload()
  await goTo(page, `/reply/0/${mailId}`)
  const card = page.getByRole('region', { name: keysZh.reading.label })
  await card.getByRole('button', { name: keysZh.intro.unlock }).click()
  await dialog.getByLabel(keysZh.pin.own, { exact: true }).fill(PIN)
  await dialog.getByRole('button', { name: keysZh.unlock.go, exact: true }).click()
  await expect(card).toContainText(SECRET)

  // An organisation that keeps copies of keys is named before one is made.
  const keeper = await TestAuthority.make('审计部')
  await yanshu(['escrow', 'use'], keeper.certificate.der)
  await goTo(page, '/set/smime')
  await page.getByRole('button', { name: keysZh.keys.make, exact: true }).click()
  const making = page.getByRole('dialog', { name: keysZh.make.title })
  await expect(making).toContainText('您的单位（审计部）会保管这个密钥的副本')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  expect(seen.violations).toEqual([])
})
