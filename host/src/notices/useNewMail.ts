import { type NewMailMessage, NOTIFICATION_PAGE_SIZE } from '@yanshu/contracts'
import { folders, go, http, intents, playSound, settings, usePush, useT } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { useEffect, useRef } from 'react'
import { pathOfFolder } from '../navigation/folderPaths.ts'
import { cutSubject } from './cutSubject.ts'

/** Fetches the newest mails of the folder (§7), and shows them with this one marked. */
async function openMail({ mailId, mailboxId }: NewMailMessage): Promise<void> {
  await http
    .get('mail/email/mailbox/list', { mailboxId, pageSize: NOTIFICATION_PAGE_SIZE }, { silent: true })
    .catch(() => undefined)
  const folder = folders.tree().byId(mailboxId)
  const path = folder ? pathOfFolder(folder) : ''
  if (path) go(`${path}?mail=${mailId}`)
  else await intents.send('mail.open', { mailId, mailboxId })
}

/** Announces mails that arrive: on the desktop when that is allowed and the page is hidden, else in the page. */
export function useNewMail(): void {
  const say = useT('shell')
  const onDesktop = useRef(new Set<Notification>())
  // What stands on the desktop must not outlast a lock or a sign-out.
  useEffect(() => {
    const all = onDesktop.current
    return () => {
      for (const one of all) one.close()
    }
  }, [])
  usePush((message) => {
    if (message.optType !== 'mail' || !settings.current().general.notify) return
    if (settings.current().general.sound) playSound()
    const name = message.mailFrom.name || message.mailFrom.address
    const subject = cutSubject(message.item.subject) || say('notices.noSubject')
    const open = () => void openMail(message).catch(() => undefined)
    if (document.hidden && 'Notification' in globalThis && Notification.permission === 'granted') {
      const shown = new Notification(say('notices.newMailTitle', { name }), {
        body: subject,
        // Two windows of one user show one notification.
        tag: `mail-${message.mailId}`,
      })
      onDesktop.current.add(shown)
      shown.onclose = () => onDesktop.current.delete(shown)
      shown.onclick = () => {
        window.focus()
        shown.close()
        open()
      }
      return
    }
    notify.info(subject, {
      title: name,
      place: 'end',
      action: { label: say('notices.view'), onClick: open },
    })
  })
}
