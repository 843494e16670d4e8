import { ARCHIVE, FOLDER, FOLDER_MAILS, OTHER, PASSWORD, SUBJECT_WORD } from '../mailbox.ts'
import type { MailPage } from '../mailPage.ts'
import { inPage } from '../ownHeap.ts'
import { timeAcross } from './acrossDocuments.ts'
import { type BenchClient, BULK, type PlannedMail } from './client.ts'
import { looksRead, onlyHits, rowsGone, rowsShown, visible } from './inPage.ts'
import { numberAt, screenAt } from './plan.ts'
import { SOGO_LOGIN } from './sogo.ts'

const SUBJECTS = '#messagesList .sg-tile-subject'
const ROWS = '#messagesList .sg-message-list-item'
const SCROLLER = '#messagesList .md-virtual-repeat-scroller'
const ROW_PX = 56
const EDITOR = '#mailEditor textarea:visible, #mailEditor [contenteditable=true]:visible, #mailEditor iframe:visible'

/** SOGo's mail: one list that scrolls, the mail beside it, the editor in a dialogue of the same document. */
export class SogoClient implements BenchClient {
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
    await this.page.until(visible, 'input[ng-model="app.creds.password"]')
    return performance.now() - begun
  }

  async logIn() {
    const { page } = this.page
    await page.locator('input[ng-model="app.creds.username"]').fill(SOGO_LOGIN)
    const password = page.locator('input[ng-model="app.creds.password"]')
    await password.fill(PASSWORD)
    this.page.network.reset()
    return timeAcross(this.page, () => password.press('Enter'), rowsShown, this.#rows(0))
  }

  plainLogin() {
    return {
      url: this.#url,
      name: ['input[ng-model="app.creds.username"]', SOGO_LOGIN],
      password: ['input[ng-model="app.creds.password"]', PASSWORD],
      seen: inPage(rowsShown, this.#rows(0)),
    } as const
  }

  async reveal({ index }: PlannedMail) {
    if (index > 5) await this.#scrollTo(index - 3)
  }

  open({ number, text }: PlannedMail) {
    const row = this.page.page.locator(ROWS, { hasText: ` ${number} ` }).locator('.sg-tile-content')
    return this.page.timeClick(row, textShown, text)
  }

  openNext({ text }: PlannedMail) {
    return this.page.time(() => this.page.page.keyboard.press('ArrowDown'), textShown, text)
  }

  async toTop() {
    await this.#scrollTo(0)
  }

  further = () => this.#scrollTo(BULK)

  jumpTo = (index: number) => this.#scrollTo(index)

  openFolder() {
    const seen = { subjects: SUBJECTS, numbers: screenAt(0, FOLDER_MAILS) }
    return this.page.timeClick(this.#folder(FOLDER), rowsShown, seen)
  }

  backToInbox() {
    return this.page.timeClick(this.#folder('收件箱'), rowsShown, this.#rows(0))
  }

  async searchSubject() {
    const { page } = this.page
    await page.locator('button[ng-click="mailbox.searchMode()"]:visible').click()
    await page.locator('form md-select:visible').click()
    await page.locator('md-option[value=subject]:visible').click()
    const box = page.locator('input[name=folderSearch]')
    await box.click()
    // A word of Chinese comes as a whole and without a key: its input is the act.
    await page.evaluate(() =>
      addEventListener('input', (event) => Reflect.set(window, 'actedAt', event.timeStamp), { capture: true }),
    )
    const newest = this.#mails - (this.#mails % 20 || 20)
    const seen = { subjects: SUBJECTS, word: SUBJECT_WORD, newest }
    return this.page.time(() => page.keyboard.insertText(SUBJECT_WORD), onlyHits, seen)
  }

  async shownCount() {
    const said = await this.page.page.locator('#messagesList .md-subheader').first().textContent()
    return Number(/\d+/.exec(said ?? '')?.[0])
  }

  async prepareMark() {
    const { page } = this.page
    await page.locator('button[ng-click="mailbox.cancelSearch()"]:visible').click()
    await this.page.until(rowsShown, this.#rows(0))
    await this.page.network.quiet()
    await this.#avatar(0).click()
    await this.#scrollTo(BULK - 5)
    await this.#avatar(BULK - 1).click({ modifiers: ['Shift'] })
    await this.#scrollTo(0)
    await this.#openMenu()
    await this.#markItem().click({ trial: true })
  }

  markRead() {
    return this.page.timeClick(this.#markItem(), looksRead, { rows: ROWS, unread: 'unread' })
  }

  async prepareMove() {
    const { page } = this.page
    await this.#openMenu()
    await page.locator('md-menu-content button[aria-label="移到"]:visible').click()
    await page.locator('md-menu-content button[ng-bind="::account.name"]:visible').last().click()
    await this.#moveItem().click({ trial: true })
  }

  move() {
    const [from, to] = [numberAt(BULK - 1, this.#mails), numberAt(0, this.#mails)]
    return this.page.timeClick(this.#moveItem(), rowsGone, { subjects: SUBJECTS, from, to })
  }

  filled() {
    return this.page.until(rowsShown, this.#rows(BULK))
  }

  async compose() {
    const { page } = this.page
    await page.locator('md-fab-trigger button:visible').first().click()
    const button = page.locator('md-fab-actions button[ng-click="mailbox.newMessage($event)"]').first()
    await button.click({ trial: true })
    return this.page.timeClick(button, editorReady, null)
  }

  async write() {
    const { page } = this.page
    const to = page.locator('#mailEditor md-chips input').first()
    await to.fill(OTHER)
    await to.press('Enter')
    await page.locator('#mailEditor input[name=subject]').fill('基准测试')
    await page.locator(EDITOR).first().click()
    await page.keyboard.insertText('一封小邮件。')
  }

  send() {
    const button = this.page.page.locator('#mailEditor button[ng-click="editor.send()"]')
    return this.page.timeClick(button, () => document.querySelector('#mailEditor') === null, null)
  }

  #rows(index: number) {
    return { subjects: SUBJECTS, numbers: screenAt(index, this.#mails) }
  }

  #scrollTo(index: number): Promise<number> {
    const scroll = ({ scroller, top }: { scroller: string; top: number }) => {
      Reflect.set(window, 'actedAt', performance.now())
      document.querySelector(scroller)?.scrollTo(0, top)
    }
    const act = () => this.page.page.evaluate(scroll, { scroller: SCROLLER, top: index * ROW_PX })
    return this.page.time(act, rowsShown, this.#rows(index))
  }

  #folder(name: string) {
    return this.page.page.locator('.sg-mailbox-list-item .sg-item-name', { hasText: name }).first()
  }

  #avatar(index: number) {
    const row = this.page.page.locator(ROWS, { hasText: ` ${numberAt(index, this.#mails)} ` })
    return row.locator('.sg-avatar-selectable')
  }

  /** The menu of what can be done with the selected mails. */
  async #openMenu(): Promise<void> {
    const tools = this.page.page.locator('md-toolbar .md-toolbar-tools:visible', { hasText: '已选' })
    await tools.locator(':scope > md-menu > button').click()
  }

  #markItem() {
    return this.page.page.locator('button[ng-click="mailbox.markSelectedMessagesAsRead()"]:visible')
  }

  #moveItem() {
    const item = 'button[ng-click="mailbox.moveSelectedMessages(folder.id)"]:visible'
    return this.page.page.locator(`${item}[aria-label="${ARCHIVE}"]`)
  }
}

/** Whether the pane of the mail shows a text. */
function textShown(text: string): boolean {
  return [...document.querySelectorAll('#detailView, [ui-view=message]')].some(
    (pane) => pane.getClientRects().length > 0 && pane.textContent?.includes(text),
  )
}

/** Whether one can write in the editor of its dialogue, which stands in a frame or not. */
function editorReady(): boolean {
  return [
    ...document.querySelectorAll<HTMLElement>(
      '#mailEditor textarea, #mailEditor iframe, #mailEditor [contenteditable]',
    ),
  ].some((one) => {
    if (one.getBoundingClientRect().height === 0) return false
    if (one instanceof HTMLIFrameElement) return one.contentDocument?.body?.isContentEditable === true
    return one instanceof HTMLTextAreaElement || one.getAttribute('contenteditable') === 'true'
  })
}
