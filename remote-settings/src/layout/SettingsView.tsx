import type { ViewProps } from '@yanshu/contracts'
import { go, Link } from '@yanshu/shell-api'
import { Button, EmptyState, Icon } from '@yanshu/ui'
import { type ComponentType, useEffect } from 'react'
import { Pointed } from '../find/pointed.ts'
import { FolderManagement } from '../folder-management/FolderManagement.tsx'
import { GeneralPage } from '../general/GeneralPage.tsx'
import { useWords } from '../useWords.ts'
import css from './layout.module.css'
import { FIRST_PAGE, PAGES, pageOf, type SettingsPage } from './pages.ts'

const SHOWS: Readonly<Record<SettingsPage['id'], ComponentType>> = {
  normalset: GeneralPage,
  foldermanagement: FolderManagement,
}

/** Everything under /set: the pages at the side, the chosen one beside them. */
export default function SettingsView({ params, query, tab, active }: ViewProps) {
  const say = useWords()
  const page = pageOf(params.page)
  const Page = page && SHOWS[page.id]
  const title = page ? say(`pages.${page.id}`) : null
  const pointed = active ? query.get('at') : null

  useEffect(() => {
    if (params.page === undefined && active) go(FIRST_PAGE, { replace: true })
  }, [params.page, active])

  useEffect(() => tab.setTitle(title), [tab, title])

  // Whoever does something has found the setting, and the address no longer has to name it.
  useEffect(() => {
    if (!pointed || !page) return
    const found = () => go(`/set/${page.id}`, { replace: true })
    document.addEventListener('pointerdown', found)
    document.addEventListener('keydown', found)
    return () => {
      document.removeEventListener('pointerdown', found)
      document.removeEventListener('keydown', found)
    }
  }, [pointed, page])

  if (params.page === undefined) return null
  return (
    <div className={css.layout}>
      <nav aria-label={say('nav')} className={css.nav}>
        <ul>
          {PAGES.map(({ id, icon }) => (
            <li key={id}>
              {/* The pages share one tab: going to another one replaces the address. */}
              <Link replace to={`/set/${id}`} aria-current={id === page?.id ? 'page' : undefined} className={css.link}>
                <Icon name={icon} />
                <span>{say(`pages.${id}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.page}>
        {Page ? (
          <Pointed value={pointed}>
            <Page />
          </Pointed>
        ) : (
          <EmptyState
            scene="nothing"
            title={say('pages.lost')}
            text={say('pages.lostText')}
            actions={<Button onClick={() => go(FIRST_PAGE, { replace: true })}>{say('pages.back')}</Button>}
          />
        )}
      </div>
    </div>
  )
}
