import { ARCHIVE, FOLDER, OTHER, OWNER, PASSWORD, SUBJECT_WORD } from '../mailbox.ts'
import type { MailPage } from '../mailPage.ts'
import { yanshuLogin } from '../ownHeap.ts'
import type { Scene } from '../scene.ts'
import { type BenchClient, BULK, type PlannedMail } from './client.ts'
import { NEWEST } from './plan.ts'

/** Yanshu as the browser part of the benchmark handles it. */
export class YanshuClient implements BenchClient {
  readonly page: MailPage
  readonly #url: string
  readonly #scene: Scene
  #newest: readonly number[] = []

  constructor(page: MailPage, url: string, scene: Scene) {
    this.page = page
    this.#url = url
    this.#scene = scene
  }

  openLogin = () => this.page.openLogin(this.#url)

  async logIn() {
    this.#newest = (await this.#scene.rows('inbox', NEWEST)).map((mail) => mail.mailId)
    await this.page.fillLogin(OWNER, PASSWORD)
    this.page.network.reset()
    return this.page.submitLogin(this.#idAt(0))
  }

  plainLogin = () => yanshuLogin(this.#url, this.#idAt(0))

  async reveal({ index }: PlannedMail) {
    if (index > 5) await this.page.scrollTo(index - 3)
  }

  open = ({ index, text }: PlannedMail) => this.page.openMail(this.#idAt(index), text)

  async openNext({ text }: PlannedMail) {
    await this.page.focusList()
    return this.page.nextMail(text)
  }

  async toTop() {
    await this.page.scrollTo(0)
  }

  further = () => this.page.scrollTo(BULK)

  jumpTo = (index: number) => this.page.scrollTo(index)

  async openFolder() {
    const [first] = await this.#scene.rows(FOLDER, 1)
    return this.page.openFolder(FOLDER, first?.mailId ?? 0)
  }

  backToInbox = () => this.page.openFolder('收件箱', this.#idAt(0))

  async searchSubject() {
    const asked = { searchKeyword: SUBJECT_WORD, searchType: 1, pageSize: 1 } as const
    const { list } = await this.#scene.api.get('mail/email/search', asked)
    return this.page.search(SUBJECT_WORD, 1, list[0]?.mailId ?? 0)
  }

  shownCount = () => this.page.shownCount()

  async prepareMark() {
    await this.backToInbox()
    await this.page.network.quiet()
    await this.page.selectFirst(BULK)
  }

  markRead() {
    const seen = () => {
      const rows = [...document.querySelectorAll('[role=row] [data-mail]')]
      const shown = rows.filter((row) => row.getClientRects().length > 0)
      return shown.length > 5 && shown.slice(0, 10).every((row) => !row.hasAttribute('data-unread'))
    }
    return this.page.timeClick(this.page.button('标为已读').first(), seen, null)
  }

  async prepareMove() {
    await this.page
      .button(/^移动到/)
      .first()
      .click()
    await this.#archive().click({ trial: true })
  }

  move() {
    const gone = (ids: readonly number[]) =>
      ids.every((id) => !document.querySelector(`[role=row] [data-mail="${id}"]`)?.getClientRects().length)
    return this.page.timeClick(this.#archive(), gone, this.#moved())
  }

  filled() {
    return this.page.until(() => {
      const rows = [...document.querySelectorAll('[role=grid] [role=row]')]
      const shown = rows.filter((row) => row.getClientRects().length > 0)
      return shown.length > 5 && shown.every((row) => row.querySelector('[data-mail]'))
    }, null)
  }

  compose() {
    const editor = () => {
      const body = document.querySelector('[contenteditable=true]')
      return body !== null && body.getBoundingClientRect().height > 0
    }
    return this.page.timeClick(this.page.button('写邮件').first(), editor, null)
  }

  async write() {
    const { page } = this.page
    const to = page.getByRole('combobox', { name: '收件人' })
    await to.fill(OTHER)
    await to.press('Enter')
    await page.getByRole('textbox', { name: '主题' }).fill('基准测试')
    await page.getByRole('textbox', { name: '正文' }).fill('一封小邮件。')
  }

  send() {
    const send = this.page.page.getByRole('button', { name: '发送', exact: true }).filter({ visible: true })
    return this.page.timeClick(send, () => document.querySelector('[contenteditable=true]') === null, null)
  }

  /** Moves the moved mails back and makes all newest ones unread, for the next round; answers how many had been moved. */
  async restore(): Promise<number> {
    const ids = this.#moved()
    const moved = (await this.#scene.rows(ARCHIVE, BULK)).filter((mail) => ids.includes(mail.mailId))
    await this.#scene.restore(ARCHIVE, 'inbox', ids)
    await this.#scene.api.post('mail/email/seen/update', { mailIds: [...this.#newest], seen: false })
    return moved.length
  }

  #moved(): readonly number[] {
    return this.#newest.slice(0, BULK)
  }

  #archive() {
    return this.page.page.getByRole('option', { name: ARCHIVE })
  }

  #idAt(index: number): number {
    const id = this.#newest[index]
    if (id === undefined) throw new Error(`the inbox has no row ${index}`)
    return id
  }
}
