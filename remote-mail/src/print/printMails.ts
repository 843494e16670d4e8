import type { MailDetail } from '@yanshu/contracts'
import { mountMail } from '@yanshu/mail-html'
import { ApiError, http, language, loginScope } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { openParser } from '../reading/parser.ts'
import { fitToPaper, PAPER_WIDTH_PX } from './fitToPaper.ts'
import { type Allows, paperOf } from './paper.ts'
import { type PaperMails, PRINTED_MAX, readConversation, readMails, showsPictures } from './paperMails.ts'
import { sayPrint } from './words.ts'

/** Prints the mail that is shown, with the pictures that are shown. */
export const printDetail = (detail: MailDetail, allowRemote: boolean): Promise<void> =>
  printPaper({ mails: [{ detail }], apart: true, note: '' }, detail.subject, () => allowRemote)

/** Prints mails by their ids, each on a page of its own; more than {@link PRINTED_MAX} are refused with a word. */
export const printMails = (ids: readonly number[]): Promise<void> =>
  prepared(ids.length, async () => {
    const mails = await readMails(ids)
    const [first] = mails
    return { paper: { mails, apart: true, note: '' }, title: first && 'detail' in first ? first.detail.subject : '' }
  })

/** Prints the whole conversation of a mail, the oldest first, one behind the other. */
export const printConversation = (detail: MailDetail): Promise<void> =>
  prepared(Math.min(PRINTED_MAX, detail.threadCount + 1), async () => ({
    paper: await readConversation(detail),
    title: detail.subject,
  }))

/**
 * Prints the mails of a conversation that are open, one behind the other.
 * @param allows whether pictures of other sites are shown in a mail; where it is not known, the settings decide
 */
export const printOpened = (
  ids: readonly number[],
  title: string,
  allows: ReadonlyMap<number, boolean>,
): Promise<void> =>
  prepared(
    ids.length,
    async () => ({ paper: { mails: await readMails(ids), apart: false, note: '' }, title }),
    (detail) => allows.get(detail.mailId) ?? showsPictures(detail),
  )

/** Shows that mails are being read, and prints them; a failure is shown with its reason. */
async function prepared(
  count: number,
  read: () => Promise<{ readonly paper: PaperMails; readonly title: string }>,
  allows: Allows = showsPictures,
): Promise<void> {
  if (count > PRINTED_MAX) {
    notify.warning(sayPrint('tooMany', { count: PRINTED_MAX }))
    return
  }
  const { signal } = loginScope()
  notify.info(sayPrint('preparing', { count }))
  try {
    const { paper, title } = await read()
    if (!signal.aborted) await printPaper(paper, title, allows)
  } catch (error) {
    if (signal.aborted) return
    notify.error(sayPrint('notPrepared', { why: error instanceof ApiError ? error.message : sayPrint('unknown') }))
  }
}

/** Prints a document in a frame that is as wide as the paper and out of sight; the frame goes when it is printed. */
export async function printPaper(paper: PaperMails, title: string, allows: Allows): Promise<void> {
  const { signal } = loginScope()
  const parser = await openParser()
  if (signal.aborted) return
  const rendered = paperOf(paper, allows, parser)
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, { position: 'fixed', left: '-9999px', width: `${PAPER_WIDTH_PX}px`, border: '0' })
  document.body.append(frame)
  let started = false
  const end = () => {
    signal.removeEventListener('abort', end)
    mail.dispose()
    frame.remove()
  }
  signal.addEventListener('abort', end)
  const mail = mountMail(frame, rendered, viewOfPaper(), {
    onHeight() {
      if (started) return
      started = true
      frame.contentWindow?.addEventListener('afterprint', end)
      void imagesOf(frame).then(() => {
        if (signal.aborted || !frame.contentDocument) return
        // The dialog of the browser proposes it as the name of a file.
        frame.contentDocument.title = title
        fitToPaper(frame.contentDocument)
        mail.print()
      })
    },
    onProblem: end,
  })
}

/** How `mountMail` shows paper: light, in the smallest letters, and fitted by {@link fitToPaper} instead. */
export const viewOfPaper = () => ({
  lang: language() === 'zh' ? 'zh-CN' : 'en',
  fontSize: 1 as const,
  dark: false,
  fit: 'scroll' as const,
  imagePaths: [http.fileUrl('file/remoteImage'), http.fileUrl('file/show/')],
})

/** Waits for the pictures of a frame, a few seconds at most. */
async function imagesOf(frame: HTMLIFrameElement): Promise<void> {
  const images = [...(frame.contentDocument?.images ?? [])].filter((image) => !image.complete)
  const loaded = Promise.all(
    images.map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve, { once: true })
          image.addEventListener('error', resolve, { once: true })
        }),
    ),
  )
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PICTURES_WAIT_MS))])
}

const PICTURES_WAIT_MS = 4_000
