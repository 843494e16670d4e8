import type { Announcement } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import { useState } from 'react'
import css from './Dashboard.module.css'
import { useHomeWords } from './useHomeWords.ts'

/** Announcements to all accounts that this user has not read. Opening one marks it as read; it stays until the page is left. */
export function Announcements({ list }: { list: readonly Announcement[] }) {
  const say = useHomeWords()
  const format = useFormat()
  // Once it is read, the next answer no longer has it; it must not go from under the reader.
  const [shown, setShown] = useState(list)
  const fresh = list.filter((one) => !shown.some(({ announcementId }) => announcementId === one.announcementId))
  if (fresh.length > 0) setShown([...fresh, ...shown])
  if (shown.length === 0) return null
  const read = ({ announcementId }: Announcement) =>
    // What fails is shown as unread the next time.
    void http
      .post('console/announcement/read', { announcementIds: [announcementId] }, { silent: true })
      .catch(() => undefined)
  return (
    <section className={css.news} aria-label={say('dashboard.announcements')}>
      {shown.map((one) => (
        <details key={one.announcementId} onToggle={({ currentTarget }) => currentTarget.open && read(one)}>
          <summary>
            <Icon name="bell" size={16} />
            <span className={css.newsTitle}>{one.title}</span>
            <time className={css.time}>{format.mailTime(one.publishedAt)}</time>
          </summary>
          {one.content && <p>{one.content}</p>}
        </details>
      ))}
    </section>
  )
}
