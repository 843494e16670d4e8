import { SETTINGS_GROUPS, type ViewProps } from '@yanshu/contracts'
import { go, Link, useLanguage } from '@yanshu/shell-api'
import { Button, cx, EmptyState, ICONS, Icon, type IconName, Skeleton, useMediaQuery } from '@yanshu/ui'
import nav from '@yanshu/ui/sideNav.module.css'
import { useEffect, useState } from 'react'
import { SettingsSearch } from '../find/SettingsSearch.tsx'
import { SuccessPage } from '../success/SuccessPage.tsx'
import { useWords } from '../useWords.ts'
import { ContributedPage, type ContributedSettingsPage, useSettingsPages } from './ContributedPage.tsx'
import css from './layout.module.css'
import { Page } from './Page.tsx'

/** Where `/set` leads. */
const FIRST_PAGE = '/set/normalset'

/** The tabs of the account by their names in addresses; `four` is the lock's (§4). */
const ACCOUNT_TABS: Readonly<Record<string, string>> = {
  one: 'profile',
  two: 'aliases',
  three: 'password',
  four: 'screenLock',
  five: 'secondStep',
  six: 'loginLog',
  seven: 'mailLog',
}

const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name)

const GROUPS: readonly string[] = SETTINGS_GROUPS

/** A group that this version does not know comes last. */
function orderOf(group: string): number {
  const place = GROUPS.indexOf(group)
  return place < 0 ? GROUPS.length : place
}

/** The pages in the order of the navigation: by groups, in a group as they come. */
const inGroups = (pages: readonly ContributedSettingsPage[]): readonly ContributedSettingsPage[] =>
  pages.toSorted((a, b) => orderOf(a.group) - orderOf(b.group))

/** Everything under /set: the pages of all remotes at the side, the chosen one beside them. */
export default function SettingsView({ params, query, tab, active }: ViewProps) {
  const say = useWords()
  const language = useLanguage()
  const pages = useSettingsPages()
  const [isSearching, setSearching] = useState(false)
  // Aliases have an address of their own (§2), and are a part of the page of the account.
  const { status, alias, uid, mbox } = params
  const isAlias = alias !== undefined || params.page === 'accountalias'
  const asked = isAlias ? 'account' : params.page
  const isBare = asked === undefined && !status && !uid
  const page = pages.find((one) => one.page === asked)
  const title = page ? page.title[language] : null
  const tabName = isAlias ? 'aliases' : (ACCOUNT_TABS[query.get('tab') ?? ''] ?? null)
  const wanted = tabName ?? query.get('at')
  const pointed = active ? wanted : null
  const find = active ? query.get('find') : null
  const id = page?.page
  /** The list of the pages and a page stand on screens of their own. */
  const narrow = useMediaQuery('(max-width: 700px)')
  const isList = isBare && narrow

  useEffect(() => {
    if (isBare && !narrow && active) go(FIRST_PAGE, { replace: true })
  }, [isBare, narrow, active])

  // A mail on paper is a page without the frame.
  useEffect(() => {
    if (uid && mbox && active) go(`/print/${mbox}/${uid}`, { replace: true })
  }, [uid, mbox, active])

  useEffect(() => tab.setTitle(title), [tab, title])

  // With the first press or key the setting counts as found, and the address no longer names it.
  useEffect(() => {
    if (!pointed || !id) return
    const found = () => go(`/set/${id}`, { replace: true })
    document.addEventListener('pointerdown', found)
    document.addEventListener('keydown', found)
    return () => {
      document.removeEventListener('pointerdown', found)
      document.removeEventListener('keydown', found)
    }
  }, [pointed, id])

  // The field has what is to be found by then: the same address can ask again.
  useEffect(() => {
    if (find !== null && id) go(`/set/${id}`, { replace: true })
  }, [find, id])

  if ((isBare && !isList) || uid) return null
  return (
    <div className={css.layout}>
      <nav aria-label={say('nav')} className={css.nav}>
        {narrow && !isList && (
          <Link replace to="/set" className={cx(nav.link, css.link)}>
            <Icon name="chevron-left" />
            {say('nav')}
          </Link>
        )}
        <SettingsSearch find={find} onSearching={setSearching} />
        <ul hidden={isSearching || (narrow && !isList)}>
          {inGroups(pages).map(({ page: to, title: words, group, icon = '' }, index, all) => (
            <li key={to} data-first={all[index - 1]?.group === group ? undefined : ''}>
              {/* The pages share one tab: going to another one replaces the address. */}
              <Link
                replace
                to={`/set/${to}`}
                aria-current={to === id ? 'page' : undefined}
                className={cx(nav.link, css.link)}
              >
                <Icon name={isIcon(icon) ? icon : 'settings'} />
                <span>{words[language]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.page} hidden={isList}>
        {status ? (
          <SuccessPage status={status} />
        ) : page ? (
          <ContributedPage page={page} at={pointed} waiting={<Skeleton lines={8} />} />
        ) : (
          <Page page="lost">
            <EmptyState
              scene="nothing"
              title={say('pages.lostText')}
              actions={<Button onClick={() => go(FIRST_PAGE, { replace: true })}>{say('pages.back')}</Button>}
            />
          </Page>
        )}
      </div>
    </div>
  )
}
