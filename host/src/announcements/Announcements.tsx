import { ANNOUNCEMENTS_SHOWN, type Announcement } from '@yanshu/contracts'
import { http, useFormat, usePush, useT } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { type Anchor, Button, EmptyState, ErrorCard, Popover, Skeleton } from '@yanshu/ui'
import css from './announcements.module.css'

const KEY = ['announcements']

interface AnnouncementsProps {
  anchor: Anchor
  onClose: () => void
}

/** The announcements of the organisation to all accounts; opening one marks it as read (§7, User and announcements). */
export function Announcements({ anchor, onClose }: AnnouncementsProps) {
  const say = useT('shell')
  const format = useFormat()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => http.post('console/announcement/listAll', {}, { signal, silent: true }),
  })
  // Published, withdrawn, or read in another window.
  usePush((message) => {
    if (message.optType === 'mailbox' && message.change === 'settings') void refetch()
  })
  const list = data?.list ?? []
  const unread = list.filter(({ read }) => !read)
  const markRead = (read: readonly Announcement[]) => {
    const announcementIds = read.map(({ announcementId }) => announcementId).slice(0, ANNOUNCEMENTS_SHOWN)
    if (announcementIds.length === 0) return
    queryClient().setQueryData<typeof data>(
      KEY,
      (now) =>
        now && {
          list: now.list.map((one) => (announcementIds.includes(one.announcementId) ? { ...one, read: true } : one)),
        },
    )
    http.post('console/announcement/read', { announcementIds }).catch(() => void refetch())
  }
  return (
    <Popover open anchor={anchor} onClose={onClose} placement="bottom-end" label={say('announcements.title')}>
      <section className={css.panel}>
        <header className={css.head}>
          <h2>{say('announcements.title')}</h2>
          {unread.length > 0 && (
            <Button size="small" variant="text" onClick={() => markRead(unread)}>
              {say('announcements.readAll')}
            </Button>
          )}
        </header>
        {isError && list.length === 0 ? (
          <ErrorCard what={say('announcements.failed')} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={4} />
        ) : list.length === 0 ? (
          <EmptyState scene="none" title={say('announcements.none')} />
        ) : (
          <ul className={css.list}>
            {list.map((one) => (
              <li key={one.announcementId}>
                <details
                  className={css.one}
                  data-unread={!one.read || undefined}
                  onToggle={({ currentTarget }) => currentTarget.open && !one.read && markRead([one])}
                >
                  <summary>
                    <span className={css.title}>{one.title}</span>
                    <time className={css.time}>{format.mailTime(one.publishedAt)}</time>
                  </summary>
                  <p className={css.text}>{one.content || say('announcements.noText')}</p>
                </details>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Popover>
  )
}
