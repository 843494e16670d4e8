import type { Home, ViewProps } from '@yanshu/contracts'
import { Link, Slot, useFolders, useFormat, useSession } from '@yanshu/shell-api'
import {
  Avatar,
  cx,
  EmptyState,
  ErrorCard,
  Icon,
  type IconName,
  ProgressBar,
  Skeleton,
  VisuallyHidden,
} from '@yanshu/ui'
import { type ReactNode, useId } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import { pathOfFolder, unreadFromPath, unreadPath } from '../places/paths.ts'
import css from './Dashboard.module.css'
import { useHome } from './useHome.ts'

/** From here on the storage card warns. */
const NEARLY_FULL = 0.9

/** `dashboard`: what waits for the user, how much room is left, and the cards of other remotes. */
export default function Dashboard({ active }: ViewProps) {
  const t = useMailT()
  const format = useFormat()
  const session = useSession()
  const name = session.status === 'open' ? (session.user?.userName ?? '') : ''
  const { home, failed, retry } = useHome(active)
  return (
    <div className={css.page}>
      <div className={css.measure}>
        <header className={css.head}>
          <h1 className={css.title}>{name ? t(`dashboard.${partOfDay()}`, { name }) : t('routes.dashboard')}</h1>
          <p className={css.date}>{format.fullDay(Date.now())}</p>
        </header>
        {home ? (
          <Waiting home={home} />
        ) : failed ? (
          <ErrorCard what={t('dashboard.failed')} advice={t('list.failedAdvice')} onRetry={retry} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </div>
  )
}

function partOfDay(): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date().getHours()
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}

function Waiting({ home }: { home: Home }) {
  const t = useMailT()
  const { unread, starred, drafts } = home
  return (
    <>
      <ul className={css.totals}>
        <Total icon="mail" path="/noread" count={unread.total} label={t('dashboard.unread')} />
        <Total icon="star" path="/favorite" count={starred} label={t('dashboard.starred')} />
        <Total icon="draft" path="/draftbox" count={drafts} label={t('dashboard.drafts')} />
      </ul>
      <div className={css.cards}>
        {unread.total === 0 ? (
          <div className={cx(css.card, css.wide)}>
            <EmptyState scene="cleared" title={t('dashboard.allRead')} text={t('dashboard.allReadText')} />
          </div>
        ) : (
          <People unread={unread} />
        )}
        <div className={css.side}>
          {unread.folders.length > 0 && <Folders unread={unread} />}
          <Storage quota={home.quota} />
        </div>
        <div className={css.contributed}>
          <Slot name="dashboard.card" major={1} props={{ size: 'small' }} />
        </div>
      </div>
    </>
  )
}

function Total({ icon, path, count, label }: { icon: IconName; path: string; count: number; label: string }) {
  const format = useFormat()
  return (
    <li>
      <Link className={css.total} to={path} data-none={count === 0 || undefined}>
        <span className={css.sign}>
          <Icon name={icon} size={20} />
        </span>
        <strong className={css.number}>{format.count(count)}</strong> <span className={css.of}>{label}</span>
      </Link>
    </li>
  )
}

function Card({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section className={cx(css.card, wide && css.wide)} aria-labelledby={id}>
      <h2 className={css.cardTitle} id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Who the unread mails are from. */
function People({ unread }: { unread: Home['unread'] }) {
  const t = useMailT()
  const format = useFormat()
  return (
    <Card title={t('dashboard.people')} wide>
      <ul className={css.people}>
        {unread.people.map(({ name, address, count }) => (
          <li key={address}>
            <Link className={css.line} to={unreadFromPath(address)}>
              <Avatar name={name} address={address} />
              <span className={css.who}>
                <span className={css.cut}>{name || address}</span>
                {name && <small className={css.cut}>{address}</small>}
              </span>
              <Count count={format.count(count)} label={t('dashboard.unread')} />
            </Link>
          </li>
        ))}
      </ul>
      {unread.more && <p className={css.note}>{t('dashboard.newest')}</p>}
    </Card>
  )
}

const ICONS: Readonly<Record<string, IconName>> = { inbox: 'inbox', sent: 'sent', drafts: 'draft' }

/** Where the unread mails lie. */
function Folders({ unread }: { unread: Home['unread'] }) {
  const t = useMailT()
  const format = useFormat()
  const tree = useFolders()
  return (
    <Card title={t('dashboard.folders')}>
      <ul>
        {unread.folders.map(({ mailboxId, count }) => {
          const folder = tree.byId(mailboxId)
          if (!folder) return null
          return (
            <li key={mailboxId}>
              <Link className={css.line} to={unreadPath(pathOfFolder(folder))}>
                <Icon name={ICONS[folder.role] ?? 'folder'} />
                <span className={css.who}>
                  <span className={css.cut}>{tree.nameOf(folder)}</span>
                </span>
                <Count count={format.count(count)} label={t('dashboard.unread')} />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Seen, the number stands alone; heard, it says what it counts. */
function Count({ count, label }: { count: string; label: string }) {
  return (
    <span className={css.count}>
      {count}
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}

function Storage({ quota: { used, limit } }: { quota: Home['quota'] }) {
  const t = useMailT()
  const { bytes } = useFormat()
  const share = limit > 0 ? Math.min(1, used / limit) : 0
  const full = share >= NEARLY_FULL
  return (
    <Card title={t('dashboard.storage')}>
      <div className={css.storage}>
        {limit > 0 ? (
          <>
            <p className={css.left} data-full={full || undefined}>
              {t('dashboard.left', { left: bytes(Math.max(0, limit - used)) })}
            </p>
            <ProgressBar label={t('dashboard.storage')} value={share * 100} tone={full ? 'danger' : 'accent'} />
            <p className={css.note}>{t('dashboard.quota', { used: bytes(used), limit: bytes(limit) })}</p>
            {full && (
              <p className={css.note}>
                {t('dashboard.nearlyFull')}{' '}
                <Link className={css.link} to="/recyclebin">
                  {t('dashboard.toTrash')}
                </Link>
              </p>
            )}
          </>
        ) : (
          <p className={css.note}>{t('dashboard.unlimited', { used: bytes(used) })}</p>
        )}
      </div>
    </Card>
  )
}
