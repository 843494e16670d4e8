import { type MailDetail, OFFLINE_FILE_MAX, OFFLINE_FILES_MAX } from '@yanshu/contracts'
import { fetchPart, format, loginScope, offlineParts } from '@yanshu/shell-api'
import { confirm, notify } from '@yanshu/ui'
import { mayFetch } from './mayFetch.ts'
import { saySaving } from './words.ts'

/** Keeps the files of a mail on the device; of one whose files lie there it asks whether they are deleted. */
export async function keepOnDevice(mail: MailDetail): Promise<void> {
  const login = loginScope()
  try {
    const parts = await offlineParts?.()
    // A host of before keeps no files.
    const there = (await parts?.bytesOfFiles?.(login, mail.mailId)) ?? 0
    if (there > 0) {
      const sure = await confirm({
        title: saySaving('dropTitle'),
        text: saySaving('dropText', { size: format().bytes(there) }),
        yes: saySaving('drop'),
        no: saySaving('cancel'),
      })
      if (!sure) return
      await parts?.dropFiles(login, mail.mailId)
      notify.success(saySaving('dropped'))
      return
    }
    if (!(await mayFetch(mail.attachments.filter(({ contentId }) => contentId === null)))) return
    const why = parts?.keepFiles ? await parts.keepFiles(login, mail) : 'refused'
    if (why === null) {
      notify.success(saySaving('keptDone'))
      // The code that shows them has to have come once; where it does not, they can be saved all the same.
      await fetchPart(() => import(/* webpackChunkName: "later-preview" */ '@yanshu/files/preview')).catch(() => null)
    }
    if (why !== null) notify.warning(wordsOf[why]())
  } catch {
    notify.error(saySaving('keepFailed'))
  }
}

const wordsOf = {
  refused: () => saySaving('keepRefused'),
  large: () => saySaving('keepLarge', { size: format().bytes(OFFLINE_FILE_MAX) }),
  room: () => saySaving('keepRoom', { size: format().bytes(OFFLINE_FILES_MAX) }),
  full: () => saySaving('keepFull'),
}
