import type { Home, MailListItem, ViewProps } from '@yanshu/contracts'
import { intents, Link, lazyPart, Slot, useFolders, useFormat, useGeneral, useSession } from '@yanshu/shell-api'
import { Avatar, EmptyState, ErrorCard, Icon, type IconName, ProgressBar, Skeleton, VisuallyHidden } from '@yanshu/ui'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { pathOfFolder, unreadFromPath, unreadPath } from '../places/paths.ts'
import { Announcements } from './Announcements.tsx'
import css from './Dashboard.module.css'
import { partOfDay } from './partOfDay.ts'
import { useHome } from './useHome.ts'
import { useHomeWords } from './useHomeWords.ts'

const Today = lazyPart(() => import('./Today.tsx'))

/** From here on the storage card warns. */
const NEARLY_FULL = 0.9

/** `dashboard`: what waits for the user, how much room is left, and the cards of other remotes. */
export default function Dashboard({ active }: ViewProps) {
  const say = useHomeWords()
  const sayMail = useWords()
  const format = useFormat()
  const session = useSession()
  const { timeZone } = useGeneral()
  const name = session.status === 'open' ? (session.user?.userName ?? '') : ''
  const { home, failed, retry } = useHome(active)
  return (
    <div className={css.page}>
      <div className={css.measure}>
        <header className={css.head}>
          <h1 className={css.title}>
            {name ? say(`dashboard.${partOfDay(Date.now(), timeZone)}`, { name }) : sayMail('routes.dashboard')}
          </h1>
          <p className={css.date}>{format.fullDay(Date.now())}</p>
        </header>
        {home ? (
          <Waiting home={home} />
        ) : failed ? (
          <ErrorCard what={say('dashboard.failed')} advice={sayMail('list.failedAdvice')} onRetry={retry} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </div>
  )
}

function Waiting({ home }: { home: Home }) {
  const say = useHomeWords()
  const { unread, starred, drafts, newest } = home
  // What is to be done comes once the numbers stand, so that they wait for nothing of it.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return (
    <>
      <Announcements list={home.announcements} />
      <ul className={css.totals}>
        <Total icon="mail" path="/noread" count={unread.total} label={say('dashboard.unread')} />
        <Total icon="star" path="/favorite" count={starred} label={say('dashboard.starred')} />
        <Total icon="draft" path="/draftbox" count={drafts} label={say('dashboard.drafts')} />
        <Storage quota={home.quota} />
      </ul>
      <div className={css.cards}>
        <div className={css.column}>
          {unread.total === 0 ? (
            <div className={css.card}>
              <EmptyState scene="cleared" title={say('dashboard.allRead')} text={say('dashboard.allReadText')} />
            </div>
          ) : (
            <People unread={unread} />
          )}
          <div className={css.contributed}>
            <Suspense fallback={<Skeleton lines={4} />}>
              {isShown && <Today home={home} Card={Card} classes={[css.line, css.who, css.count, css.note]} />}
            </Suspense>
            <Slot name="dashboard.card" major={1} props={{ size: 'small' }} />
          </div>
        </div>
        {(unread.folders.length > 0 || starred > 0 || drafts > 0) && (
          <div className={css.columns}>
            {starred > 0 && (
              <Card title={say('dashboard.starredNewest')} all="/favorite">
                <ul>
                  {newest.starred.map((mail) => (
                    <Starred key={mail.mailId} mail={mail} />
                  ))}
                </ul>
              </Card>
            )}
            {(unread.folders.length > 0 || drafts > 0) && (
              <div className={css.column}>
                {unread.folders.length > 0 && <Folders unread={unread} />}
                {drafts > 0 && (
                  <Card title={say('dashboard.draftsNewest')} all="/draftbox">
                    <ul>
                      {newest.drafts.map((mail) => (
                        <Draft key={mail.mailId} mail={mail} />
                      ))}
                    </ul>
                  </Card>
                )}
              </div>
            )}
          </div>
        )}
      </div>
    </>
  )
}

function Starred({ mail }: { mail: MailListItem }) {
  const say = useWords()
  const format = useFormat()
  return (
    <li>
      <Link className={css.line} to={`/reply/${mail.mailboxId}/${mail.mailId}`} data-unread={!mail.seen || undefined}>
        <Avatar name={mail.from.name} address={mail.from.address} />
        <span className={css.who}>
          <span className={css.cut}>{mail.subject || say('row.noSubject')}</span>
          <small className={css.cut}>{nameOf(mail.from)}</small>
        </span>
        <time className={css.time}>{format.mailTime(mail.date)}</time>
      </Link>
    </li>
  )
}

/** A draft goes on being written. */
function Draft({ mail }: { mail: MailListItem }) {
  const say = useHomeWords()
  const sayMail = useWords()
  const format = useFormat()
  const names = format.people(mail.to.map(nameOf))
  const goOn = () => void intents.send('compose.open', { kind: 'draft', mailId: mail.mailId }).catch(() => undefined)
  return (
    <li>
      <button type="button" className={css.line} onClick={goOn}>
        <Icon name="draft" />
        <span className={css.who}>
          <span className={css.cut}>{mail.subject || sayMail('row.noSubject')}</span>
          <small className={css.cut}>{names ? say('dashboard.to', { names }) : sayMail('row.noRecipient')}</small>
        </span>
        <time className={css.time}>{format.mailTime(mail.date)}</time>
      </button>
    </li>
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

/** `all` is where the whole list is. */
function Card({ title, all, children }: { title: string; all?: string; children: ReactNode }) {
  const say = useHomeWords()
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.cardHead}>
        <h2 className={css.cardTitle} id={id}>
          {title}
        </h2>
        {all && (
          <Link className={css.all} to={all}>
            {say('dashboard.all')}
            <VisuallyHidden> {title}</VisuallyHidden>
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

/** Who the unread mails are from. */
function People({ unread }: { unread: Home['unread'] }) {
  const say = useHomeWords()
  const format = useFormat()
  return (
    <Card title={say('dashboard.people')}>
      <ul className={css.people}>
        {unread.people.map(({ name, address, count }) => (
          <li key={address}>
            <Link className={css.line} to={unreadFromPath(address)}>
              <Avatar name={name} address={address} />
              <span className={css.who}>
                <span className={css.cut}>{name || address}</span>
                {name && (
                  <small data-address="" className={css.cut}>
                    {address}
                  </small>
                )}
              </span>
              <Count count={format.count(count)} label={say('dashboard.unread')} />
            </Link>
          </li>
        ))}
      </ul>
      {unread.more && <p className={css.note}>{say('dashboard.newest')}</p>}
    </Card>
  )
}

const ICONS: Readonly<Record<string, IconName>> = { inbox: 'inbox', sent: 'sent', drafts: 'draft' }

/** Where the unread mails lie. */
function Folders({ unread }: { unread: Home['unread'] }) {
  const say = useHomeWords()
  const format = useFormat()
  const tree = useFolders()
  return (
    <Card title={say('dashboard.folders')}>
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
                <Count count={format.count(count)} label={say('dashboard.unread')} />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** On the screen the number stands alone; a screen reader also reads what it counts. */
function Count({ count, label }: { count: string; label: string }) {
  return (
    <span className={css.count}>
      {count}
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}

/** How full the mailbox is; when little is left, it links to where mails can be deleted. */
function Storage({ quota: { used, limit } }: { quota: Home['quota'] }) {
  const say = useHomeWords()
  const { bytes } = useFormat()
  const share = limit > 0 ? Math.min(1, used / limit) : 0
  const full = share >= NEARLY_FULL
  return (
    <li className={css.storage}>
      <p className={css.left} data-full={full || undefined}>
        {limit > 0
          ? say('dashboard.left', { left: bytes(Math.max(0, limit - used)) })
          : say('dashboard.unlimited', { used: bytes(used) })}
      </p>
      {limit > 0 && (
        <ProgressBar label={say('dashboard.storage')} value={share * 100} tone={full ? 'danger' : 'accent'} />
      )}
      <p className={css.note}>
        {full ? say('dashboard.nearlyFull') : say('dashboard.storage')}
        {full ? (
          <>
            {' '}
            <Link className={css.link} to="/recyclebin">
              {say('dashboard.toTrash')}
            </Link>
          </>
        ) : (
          limit > 0 && ` · ${say('dashboard.quota', { used: bytes(used), limit: bytes(limit) })}`
        )}
      </p>
    </li>
  )
}
