import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import keysEn from '../../remote-keys/src/messages/en.ts'
import keysZh from '../../remote-keys/src/messages/zh.ts'
import { zh as outsideWords } from '../../remote-keys/src/outside/words.ts'
import { TestAuthority } from '../../shared/cms/src/testing/testAuthority.ts'
import { fresh, newMail } from '../compose/desk.ts'
import { apiOf, DOMAIN } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { enter, fillLogin, goTo, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { countKeyScripts } from './keyScripts.ts'
import { type KeyServer, PIN, saveKeys, startKeyServer } from './keyServer.ts'
import { attack, enterPin, mailCalled, makeKey, SECRET, sendFromOutside, sendHidden, signOut } from './letterSteps.ts'
import { textsInMemory, textsOfServer } from './memoryTexts.ts'

const { outside: outsideZh } = outsideWords

/** How the private key of a curve begins in base64, as it would stand in a text. */
const PRIVATE_KEY = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

let keys: KeyServer
test.beforeAll(async () => {
  keys = await startKeyServer()
})
test.afterAll(() => keys.remove())

test('given two people with certificates, then one signs and encrypts to the other, who alone reads it, loads nothing for it and answers encrypted', async ({
  someone,
  stranger,
}) => {
  test.setTimeout(240_000)
  const { server } = keys
  const writer = await someone({ user: 'wang.fang', server: server.url, language: 'zh' })
  await makeKey(writer)
  await writer.api.save({ undoSeconds: 5 })
  const reader = await stranger({ user: 'li.na', server: server.url, language: 'en' })
  await reader.api.save({ undoSeconds: 5 })

  const subject = fresh('收购')
  const letter = await newMail(writer.page)
  await letter.to.fill('li.na@yanshu.test')
  await letter.to.press('Enter')
  await letter.subject.fill(subject)
  await letter.text.click()
  await writer.page.keyboard.type(SECRET)
  let uploads = 0
  writer.page.on('response', (answer) => {
    if (answer.url().endsWith('/api/file/upload')) uploads += 1
  })
  await letter.files.setInputFiles([
    { name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from(SECRET) },
    // Long enough that the writer is shown how far it is.
    { name: '图纸.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(5 * 1024 * 1024) },
  ])
  // In readable form: what is added once encryption is chosen would be refused without a certificate.
  await expect.poll(() => uploads).toBe(2)
  const option = writer.page.getByRole('group', { name: keysZh.write.legend })
  await option.getByRole('checkbox', { name: keysZh.write.sign }).check()
  await option.getByRole('checkbox', { name: keysZh.write.encrypt, exact: true }).check()
  await expect(option.getByRole('checkbox', { name: keysZh.write.hideSubject })).not.toBeChecked()
  // Neither has a certificate yet: both reasons are shown, and the letter does not leave.
  await expect(option).toContainText(keysZh.write.signing.waits)
  await expect(option).toContainText(keysZh.write.states.none)
  await letter.send.click()
  await expect(writer.page.getByText(keysZh.write.ownMissing).last()).toBeVisible()
  expect(await violations(writer.page, { include: 'main' })).toEqual([])

  await keys.issueAll()
  await saveKeys(reader.api, [await keys.issueFor('li.na')])
  for (const name of [keysZh.write.sign, keysZh.write.encrypt])
    await option.getByRole('checkbox', { name, exact: true }).uncheck()
  for (const name of [keysZh.write.sign, keysZh.write.encrypt])
    await option.getByRole('checkbox', { name, exact: true }).check()
  await expect(option).toContainText('1 位收件人都能打开')
  const asked = writer.page.waitForRequest('**/api/mail/email/send')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await writer.page.route('**/api/file/upload', async (route) => {
    await held
    await route.continue()
  })
  await letter.send.click()
  await enterPin(writer.page, 'zh')
  await expect(writer.page.getByRole('status').filter({ hasText: keysZh.write.progress.uploading })).toBeVisible()
  release()
  const { options } = (await asked).postDataJSON()
  expect(options['remote-keys.protection']).toMatchObject({ sign: true, encrypt: true, part: expect.any(String) })
  await expect(writer.page.locator('[aria-live]').filter({ hasText: '已发送' })).toBeVisible()

  const mailId = await mailCalled(reader.api, subject)
  const { page } = reader
  const asks: string[] = []
  page.on('request', (request) => asks.push(request.url()))
  const scriptsOfReading = countKeyScripts(page, 'reading an encrypted letter')
  await enter(page, reader.user, '/')
  await expect(place(page, reader.words.own.folder.inbox)).toBeVisible()
  await goTo(page, `/reply/0/${mailId}`)
  const card = page.getByRole('region', { name: keysEn.reading.label })
  await expect(card).toContainText(keysEn.errors['not-a-recipient'])
  expect(await page.content()).not.toContain(SECRET)
  await card.getByRole('button', { name: keysEn.intro.unlock }).click()
  await enterPin(page, 'en')
  await expect(card).toContainText(keysEn.layers.encrypted)
  await expect(card).toContainText(keysEn.meanings.good)
  await expect(page.frameLocator(`iframe[title="${keysEn.reading.text}"]`).getByText(SECRET)).toBeVisible()
  await scriptsOfReading()
  // What is looked for below once the person has left is found while the letter is open.
  expect((await textsInMemory(page)).some((text) => text.includes(SECRET))).toBe(true)
  await expect(card.getByRole('button', { name: '报价.txt' })).toBeVisible()
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: '报价.txt' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(SECRET)
  expect(await violations(page, { include: `[aria-label="${keysEn.reading.label}"]` })).toEqual([])
  expect(asks.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([])

  // The server cannot search it; this device can.
  await goTo(page, `/search?keyword=${encodeURIComponent(SECRET.slice(2, 6))}&type=1`)
  const found = page.getByRole('region', { name: keysEn.search.title })
  await expect(found.getByRole('button', { name: subject })).toBeVisible()
  expect(await violations(page, { include: `[aria-label="${keysEn.search.title}"]` })).toEqual([])

  // Letters of an attacker: what is encrypted is shown in its own frame, or not opened, and loads nothing.
  const stolen = `Stolen ${Date.now()}`
  await attack(keys, reader, stolen)
  await goTo(page, `/reply/0/${await mailCalled(reader.api, `${stolen} alone`)}`)
  const opened = page.locator(`iframe[title="${keysEn.reading.text}"]`).filter({ visible: true })
  await expect(opened.contentFrame().getByText(SECRET)).toBeVisible()
  await goTo(page, `/reply/0/${await mailCalled(reader.api, `${stolen} between`)}`)
  await expect(
    page.locator('article iframe').filter({ visible: true }).contentFrame().getByText('before'),
  ).toBeVisible()
  await expect(opened).toHaveCount(0)
  expect(asks.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([])

  // An answer is encrypted without being asked.
  await goTo(page, `/write/reply/${mailId}`)
  await expect(page.getByRole('checkbox', { name: keysEn.write.encrypt, exact: true })).toBeChecked()
  const answer = `Agreed ${Date.now()}`
  await page.getByRole('textbox', { name: reader.words.compose.editor.label }).fill(answer)
  await page.getByRole('button', { name: reader.words.compose.actions.send, exact: true }).click()
  await expect(page.locator('[aria-live]').filter({ hasText: reader.words.compose.send.done })).toBeVisible()
  const answerId = await mailCalled(writer.api, subject)
  const { attachments } = await writer.api.post('mail/email/detail', { mailId: answerId })
  expect(attachments.map(({ name }) => name)).toEqual(['smime.p7m'])
  expect(JSON.stringify(await writer.api.post('mail/email/detail', { mailId: answerId }))).not.toContain(answer)

  // One with an encrypted subject goes to the reader, and to the writer's own address in Bcc as a copy of its own.
  const hidden = `Hidden ${Date.now()}`
  await sendHidden(writer, hidden)
  await mailCalled(reader.api, '[...]')

  // The next person on the same browser has no key, and sees nothing of it.
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  for (const one of [SECRET, PIN, answer]) expect(stored).not.toContain(one)
  await signOut(reader)
  await (await apiOf(server.url, 'chen.jie')).save({ language: 'en' })
  await fillLogin({ ...reader, user: 'chen.jie' })
  await expect(place(page, reader.words.own.folder.inbox)).toBeVisible()
  const texts = await textsInMemory(page)
  for (const one of [SECRET, PIN, PRIVATE_KEY]) expect(texts.filter((text) => text.includes(one))).toEqual([])
  // The server has written and queued the letters, and has neither a PIN nor a key.
  const onServer = await textsOfServer(keys)
  expect(onServer.some((text) => text.includes('wang.fang@yanshu.test'))).toBe(true)
  for (const one of [PIN, PRIVATE_KEY]) {
    expect(onServer.filter((text) => text.includes(one))).toEqual([])
    expect(keys.printed()).not.toContain(one)
  }
  await goTo(page, '/set/smime')
  await expect(page.getByText(keysEn.intro.none)).toBeVisible()
  await goTo(page, `/reply/0/${mailId}`)
  await expect(page.getByText(SECRET)).toHaveCount(0)
  await expect(page.locator(`iframe[title="${keysEn.reading.text}"]`)).toHaveCount(0)
  expect([...writer.seen.violations, ...reader.seen.violations]).toEqual([])
})

test('given a letter to a person without a certificate, then its draft is kept encrypted, and a code opens it outside', async ({
  someone,
  stranger,
}) => {
  test.setTimeout(180_000)
  const { server } = keys
  await saveKeys(await apiOf(server.url, 'zhang.wei'), [await keys.issueFor('zhang.wei')])
  const writer = await someone({ user: 'zhang.wei', server: server.url, language: 'zh' })
  const { page } = writer
  const kept: string[] = []
  page.on('request', (request) => {
    if (/\/api\/mail\/email\/(?:drafts|send)$/.test(request.url())) kept.push(request.postData() ?? '')
  })
  const filesOf = async (mailId: number) => (await writer.api.post('mail/email/editAgain', { mailId })).attachments
  const letter = await newMail(page)
  await letter.to.fill('jim@elsewhere.example')
  await letter.to.press('Enter')
  await letter.subject.fill(fresh('转让'))
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name} ${SECRET}`) })
  const insert = (name: string) =>
    page
      .getByLabel('插入图片', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name, mimeType: 'image/png', buffer: PIXEL })
  const shownPictures = () =>
    letter.text
      .locator('img')
      .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length)
  // What was uploaded before is encrypted with the draft, and its readable form goes.
  const drawn = page.waitForResponse('**/api/file/uploadMailPicture')
  await insert('之前.png')
  const readablePicture: string = (await (await drawn).json()).data.id
  const before = page.waitForResponse('**/api/file/upload')
  await letter.files.setInputFiles(file('之前.txt'))
  const readable: string = (await (await before).json()).data.fileId
  const option = page.getByRole('group', { name: keysZh.write.legend })
  const removed = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/file/uploaddel') && answer.request().postDataJSON().fileId === readable,
  )
  await option.getByRole('checkbox', { name: keysZh.write.encrypt, exact: true }).check()
  await letter.text.click()
  await page.keyboard.type(SECRET)
  expect((await removed).ok()).toBe(true)
  const added = page.waitForResponse('**/api/file/upload')
  await letter.files.setInputFiles(file('之后.txt'))
  expect((await (await added).json()).data.name).toMatch(/^[0-9a-f-]{36}\.sealed$/)
  await insert('之后.png')
  await expect.poll(shownPictures).toBe(2)
  await expect.poll(() => kept.some((body) => body.includes('data-sealed-letter'))).toBe(true)
  const answered = page.waitForResponse('**/api/mail/email/drafts')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('草稿已保存').first()).toBeVisible()
  const { mailId: draftId } = (await (await answered).json()).data
  const sealed = await filesOf(draftId)
  expect(sealed.map(({ name }) => name.replace(/^[0-9a-f-]{36}/, ''))).toEqual(['.sealed', '.sealed'])
  for (const { fileId } of sealed) {
    const content = await page.evaluate((id) => fetch(`/api/file/download/${id}`).then((got) => got.text()), fileId)
    expect(content).not.toContain(SECRET)
  }

  const statusOf = (id: string) =>
    page.evaluate((at) => fetch(`/api/file/showSendMailPicture/${at}`).then((got) => got.status), id)
  await expect.poll(() => statusOf(readablePicture)).toBe(404)
  // The last one comes with the next save, where it was still on its way.
  const picturesOfDraft = async () => {
    const { html } = await writer.api.post('mail/email/editAgain', { mailId: draftId })
    return [...html.matchAll(/showSendMailPicture\/([\w-]+)/g)].map(([, id = '']) => id)
  }
  await expect.poll(picturesOfDraft).toHaveLength(2)
  const pictures = await picturesOfDraft()
  // They are no pictures to the server.
  for (const id of pictures) expect(await statusOf(id)).toBe(404)

  // The keys are gone with the page, so that the draft asks for the PIN.
  const scriptsOfWriting = countKeyScripts(page, 'writing an encrypted letter')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: keysZh.unlock.title })
  await dialog.getByRole('button', { name: keysZh.cancel, exact: true }).click()
  await expect(page.getByText(keysZh.drafts.locked)).toBeVisible()
  await page.getByRole('button', { name: '重试' }).click()
  await enterPin(page, 'zh')
  await expect(page.getByText(SECRET)).toBeVisible()
  await expect(page.getByText('之后.txt').last()).toBeVisible()
  await expect.poll(shownPictures).toBe(2)

  // A letter that is not to be encrypted any more has readable files, and so it is the other way round.
  const encrypt = option.getByRole('checkbox', { name: keysZh.write.encrypt, exact: true })
  const sealedBodies = kept.length
  await encrypt.uncheck()
  await expect
    .poll(async () => (await filesOf(draftId)).map(({ name }) => name), { timeout: 20_000 })
    .toEqual(['之前.txt', '之后.txt'])
  for (const body of kept.slice(0, sealedBodies)) {
    expect(body).not.toContain(SECRET)
    expect(body).not.toContain('#sealed-')
  }
  kept.length = 0
  await encrypt.check()
  await expect.poll(async () => (await filesOf(draftId)).every(({ name }) => name.endsWith('.sealed'))).toBe(true)

  await option.getByRole('checkbox', { name: keysZh.write.byCode }).check()
  await expect(option).toContainText('jim@elsewhere.example：没有证书，用开启码打开')
  await letter.send.click()
  const question = page.getByRole('alertdialog', { name: keysZh.write.code.title })
  const code = /(?:[2-9A-Z]{4}-){4}[2-9A-Z]{4}/.exec((await question.textContent()) ?? '')?.[0] ?? ''
  const answer = page.waitForResponse('**/api/mail/email/send')
  await question.getByRole('button', { name: keysZh.write.code.yes }).click()
  const { data } = await (await answer).json()
  await scriptsOfWriting()
  for (const body of kept) {
    expect(body).not.toContain(SECRET)
    expect(body).not.toContain('#sealed-')
  }
  const mail = await page.evaluate((id) => fetch(`/api/file/mail/${id}`).then((got) => got.text()), data.mailId)
  expect(mail).not.toContain(SECRET)

  const { page: outside } = await stranger({ user: 'wang.fang', server: server.url })
  const scriptsOutside = countKeyScripts(outside, 'opening a letter by a code')
  await outside.goto('/#/smimePage')
  await outside
    .getByLabel(outsideZh.choose)
    .setInputFiles({ name: 'mail.eml', mimeType: 'message/rfc822', buffer: Buffer.from(mail) })
  await outside.getByLabel(outsideZh.code).fill('2222-2222-2222-2222-2222')
  await outside.getByRole('button', { name: outsideZh.open, exact: true }).click()
  await expect(outside.getByText(outsideZh.wrong)).toBeVisible()
  expect(await violations(outside)).toEqual([])
  await outside.getByLabel(outsideZh.code).fill(code.toLowerCase().replaceAll('-', ''))
  await outside.getByRole('button', { name: outsideZh.open, exact: true }).click()
  const opened = outside.locator(`iframe[title="${keysZh.reading.text}"]`)
  await expect(opened.contentFrame().getByText(SECRET)).toBeVisible()
  await scriptsOutside()
  await expect
    .poll(() =>
      opened
        .contentFrame()
        .locator('img')
        .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length),
    )
    .toBe(2)
  for (const name of ['之前.txt', '之后.txt']) {
    const download = outside.waitForEvent('download')
    await outside.getByRole('button', { name }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toBe(`${name} ${SECRET}`)
  }
  expect(await violations(outside)).toEqual([])
})

test('given mail to an old key that was revoked, then the page names that, and encrypts the mail to the new key', async ({
  someone,
}) => {
  const user = 'gao.peng'
  const address = `${user}@${DOMAIN}`
  const { page, api, seen } = await someone({ user, server: keys.server.url })
  const old = await keys.issueFor(user, 'revoked')
  const renewed = await keys.issueFor(user, 'good')
  await saveKeys(api, [old, renewed])
  const elsewhere = await TestAuthority.make('A third CA')
  const another = await elsewhere.issue({ addresses: ['other@example.org'] })
  await sendFromOutside(keys, 'old-1', address, old)
  await sendFromOutside(keys, 'to-another', address, another)
  await sendFromOutside(keys, 'fresh-1', address, renewed)
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
  await keys.yanshu('escrow', 'use', keys.fileOf('keeper', keeper.certificate))
  await goTo(page, '/set/smime')
  await page.getByRole('button', { name: keysZh.keys.make, exact: true }).click()
  const making = page.getByRole('dialog', { name: keysZh.make.title })
  await expect(making).toContainText('您的单位（审计部）会保管这个密钥的副本')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  expect(seen.violations).toEqual([])
})
