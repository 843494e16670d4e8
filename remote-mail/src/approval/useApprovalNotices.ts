import { fetchPart, go, http, loginScope, settings, usePushEvent } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { useEffect, useRef } from 'react'

const recordIn = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'recordId' in data && typeof data.recordId === 'number'
    ? data.recordId
    : null

/**
 * Shows that a mail waits for the decision of the user, or how one of theirs was decided: on the desktop when that is allowed
 * and the page is in the background, else in the page. It follows the setting of new mail.
 */
export function useApprovalNotices(): void {
  const onDesktop = useRef(new Set<Notification>())
  // What stands on the desktop must not outlast a lock or a sign-out.
  useEffect(() => {
    const all = onDesktop.current
    return () => {
      for (const one of all) one.close()
    }
  }, [])

  async function show(recordId: number): Promise<void> {
    const { signal } = loginScope()
    const { notice } = await http.get('mail/main/approval/notice', { recordId }, { silent: true })
    if (!notice) return
    const { noticeWords } = await fetchPart(() => import('./noticeWords.ts'))
    if (signal.aborted) return
    const { title, body, open } = noticeWords(notice)
    if (document.hidden && 'Notification' in globalThis && Notification.permission === 'granted') {
      // Windows of one user, and the service worker, show one notification.
      const shown = new Notification(title, { body, tag: `approval-${recordId}` })
      onDesktop.current.add(shown)
      shown.onclose = () => onDesktop.current.delete(shown)
      shown.onclick = () => {
        window.focus()
        shown.close()
        go(notice.path)
      }
      return
    }
    notify.info(body === '' ? title : `${title}：${body}`, {
      place: 'end',
      action: { label: open, onClick: () => go(notice.path) },
    })
  }

  usePushEvent('mail.approval', (data) => {
    const recordId = recordIn(data)
    if (recordId !== null && settings.current().general.notify) void show(recordId).catch(() => undefined)
  })
}
