import { OTHER } from './mailbox.ts'
import type { MailPage } from './mailPage.ts'
import { FELT, type Results, type Unit } from './measurement.ts'

const GROUP = '7. Compose and send'

/** Opens the editor and sends a small mail. */
export async function measureCompose(
  mailPage: MailPage,
  results: Results | null,
  add: (id: string, group: string, title: string, value: number, unit?: Unit) => void,
): Promise<void> {
  const { page } = mailPage
  const open = async (id: string, title: string) => {
    const readyMs = await mailPage.timeClick(
      mailPage.button('写邮件').first(),
      () => {
        const editor = document.querySelector('[contenteditable=true]')
        return editor instanceof HTMLElement && editor.getBoundingClientRect().height > 0
      },
      null,
    )
    add(`compose.${id}`, GROUP, title, readyMs)
    add(`compose.${id}.felt`, GROUP, FELT, mailPage.felt)
  }
  try {
    await open('ready', 'click → editor ready')
  } catch (error) {
    if (results && !results.missing.some((one) => one.what === GROUP)) {
      results.missing.push({ what: GROUP, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' })
    }
    return
  }
  const to = page.getByRole('combobox', { name: '收件人' })
  await to.fill(OTHER)
  await to.press('Enter')
  await page.getByRole('textbox', { name: '主题' }).fill('基准测试')
  await page.getByRole('textbox', { name: '正文' }).fill('一封小邮件。')
  // Sending waits for the draft that is being saved, so the benchmark waits before it sends, as people do.
  await mailPage.network.quiet()
  const send = page.getByRole('button', { name: '发送', exact: true }).filter({ visible: true })
  const sentMs = await mailPage.timeClick(send, () => document.querySelector('[contenteditable=true]') === null, null)
  add('compose.sent', GROUP, 'send small mail → composer closed', sentMs)
  add('compose.sent.felt', GROUP, FELT, mailPage.felt)
  await mailPage.network.quiet()
  await open('again', 'click → editor ready, the second time')
}
