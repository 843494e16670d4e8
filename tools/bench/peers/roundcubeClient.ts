import { ARCHIVE, FOLDER, FOLDER_MAILS, OTHER, OWNER, PASSWORD, SUBJECT_WORD } from '../mailbox.ts'
import { type MailPage, textInFrame } from '../mailPage.ts'
import { inPage } from '../ownHeap.ts'
import { timeAcross, timeClickAcross } from './acrossDocuments.ts'
import { type BenchClient, BULK, type PlannedMail } from './client.ts'
import { looksRead, onlyHits, rowsGone, rowsShown, visible } from './inPage.ts'
import { numberAt, screenAt } from './plan.ts'

const SUBJECTS = '#messagelist tr.message span.subject a span'
const ROWS = '#messagelist tr.message'
const EDITOR = '#composebody'

/** Roundcube with its skin "elastic": pages of 50, the mail in a frame beside the list, the editor in a document of its own. */
export class RoundcubeClient implements BenchClient {
  readonly page: MailPage
  readonly #url: string
  readonly #mails: number

  constructor(page: MailPage, url: string, mails: number) {
    this.page = page
    this.#url = url
    this.#mails = mails
  }

  async openLogin() {
    const begun = performance.now()
    await this.page.page.goto(this.#url, { waitUntil: 'commit' })
    await this.page.until(visible, '#rcmloginpwd')
    return performance.now() - begun
  }

  async logIn() {
    const { page } = this.page
    await page.locator('#rcmloginuser').fill(OWNER)
    await page.locator('#rcmloginpwd').fill(PASSWORD)
    this.page.network.reset()
    return timeAcross(this.page, () => page.locator('#rcmloginpwd').press('Enter'), rowsShown, this.#rows(0))
  }

  plainLogin() {
    return {
      url: this.#url,
      name: ['#rcmloginuser', OWNER],
      password: ['#rcmloginpwd', PASSWORD],
      seen: inPage(rowsShown, this.#rows(0)),
    } as const
  }

  async reveal({ index }: PlannedMail) {
    // A page has all of its rows; the click brings them into sight.
    if (index >= BULK) await this.jumpTo(index - (index % BULK))
  }

  open({ number, text }: PlannedMail) {
    const row = this.page.page.locator(ROWS, { hasText: ` ${number} ` }).locator('span.subject a')
    return this.page.timeClick(row, textInFrame, text)
  }

  openNext({ text }: PlannedMail) {
    return this.page.nextMail(text)
  }

  async toTop() {
    const { page } = this.page
    await page.evaluate(() => document.querySelector('#messagelist-content')?.scrollTo(0, 0))
    if (await page.evaluate(rowsShown, this.#rows(0))) return
    await page.locator('.pagenav a.firstpage').click()
    await this.page.until(rowsShown, this.#rows(0))
  }

  further() {
    return this.page.timeClick(this.page.page.locator('.pagenav a.nextpage'), rowsShown, this.#rows(BULK))
  }

  async jumpTo(index: number) {
    const box = this.page.page.locator('.pagenav input')
    await box.fill(String(Math.floor(index / BULK) + 1))
    return this.page.time(() => box.press('Enter'), rowsShown, this.#rows(index))
  }

  openFolder() {
    const folder = this.page.page.locator('#mailboxlist a', { hasText: FOLDER })
    return this.page.timeClick(folder, rowsShown, { subjects: SUBJECTS, numbers: screenAt(0, FOLDER_MAILS) })
  }

  backToInbox() {
    return this.page.timeClick(this.page.page.locator('#mailboxlist a[rel=INBOX]'), rowsShown, this.#rows(0))
  }

  async searchSubject() {
    const box = this.page.page.locator('#mailsearchform')
    await box.fill(SUBJECT_WORD)
    const newest = this.#mails - (this.#mails % 20 || 20)
    return this.page.time(() => box.press('Enter'), onlyHits, { subjects: SUBJECTS, word: SUBJECT_WORD, newest })
  }

  async shownCount() {
    const said = await this.page.page.locator('#rcmcountdisplay').textContent()
    return Number(said?.match(/\d+/g)?.at(-1))
  }

  async prepareMark() {
    const { page } = this.page
    await this.backToInbox()
    await this.page.network.quiet()
    await page.evaluate(`rcmail.message_list.select_all()`)
    await page.locator('a.markmessage:visible').click()
    await this.#markItem().click({ trial: true })
  }

  markRead() {
    return this.page.timeClick(this.#markItem(), looksRead, { rows: ROWS, unread: 'unread' })
  }

  async prepareMove() {
    const { page } = this.page
    await page.locator('#messagemenulink:visible').click()
    await page.locator('#message-menu a.move').click()
    await this.#moveItem().click({ trial: true })
  }

  move() {
    const [from, to] = [numberAt(BULK - 1, this.#mails), numberAt(0, this.#mails)]
    return this.page.timeClick(this.#moveItem(), rowsGone, { subjects: SUBJECTS, from, to })
  }

  filled() {
    return this.page.until(rowsShown, this.#rows(BULK))
  }

  compose() {
    return timeClickAcross(this.page, this.page.page.locator('#taskmenu a.compose'), visible, EDITOR)
  }

  async write() {
    const { page } = this.page
    const to = page.locator('#compose_to input, .recipient-input input').first()
    await to.fill(OTHER)
    await to.press('Enter')
    await page.locator('#compose-subject').fill('基准测试')
    await page.locator(EDITOR).fill('一封小邮件。')
  }

  send() {
    const closed = () =>
      document.querySelector('#composebody') === null && document.querySelector('#messagelist') !== null
    return timeClickAcross(this.page, this.page.page.locator('button.send:visible'), closed, null)
  }

  #rows(index: number) {
    return { subjects: SUBJECTS, numbers: screenAt(index, this.#mails) }
  }

  #markItem() {
    return this.page.page.locator('#markmessage-menu a.read')
  }

  #moveItem() {
    return this.page.page.locator('#folder-selector a', { hasText: ARCHIVE })
  }
}
