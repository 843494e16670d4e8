import type { Paper, SettingsPageProps } from '@yanshu/contracts'
import { ApiError, http, markStale, queryKeys, useGeneral, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, ErrorCard, Icon, IconButton, notify, Skeleton, undoable } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import { NS } from '../write/namespace.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { PaperTile } from './PaperTile.tsx'
import { papersQuery } from './paperQuery.ts'
import css from './papers.module.css'

/** `/set/papers`: which paper new letters begin on, and own papers. */
export default function PapersPage(_: SettingsPageProps) {
  const say = useT(NS)
  const { letterPaper } = useGeneral()
  const { data, error, refetch } = useQuery(papersQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'saved' | 'failedSave'>('idle')
  const [adding, setAdding] = useState(false)
  // An older host has no such setting.
  const usual = chosen ?? letterPaper ?? ''
  const choose = async (key: string) => {
    setChosen(key)
    try {
      await http.post('mail/main/generalConfig/single/update', { key: 'letterPaper', value: key })
      markStale(queryKeys.writing)
      setState('saved')
    } catch {
      setChosen(null)
      setState('failedSave')
    }
  }
  const changed = () => {
    markStale(queryKeys.writing)
    void refetch()
  }
  const remove = async ({ key, name, design }: Paper) => {
    await http.post('mail/main/paper/delete', { paperId: Number(key.replace('own-', '')) })
    changed()
    undoable(say('papers.deleted', { name }), async () => {
      const again = await http.post('mail/main/paper/add', { name, design })
      if (usual === key) await choose(again.key)
      changed()
    })
  }
  if (error && !data) {
    const why = error instanceof ApiError ? error.message : undefined
    return <ErrorCard what={say('papers.failed')} why={why} onRetry={() => void refetch()} />
  }
  const choices = [{ key: '', name: say('papers.none'), design: null }, ...(data ?? [])]
  const own = (data ?? []).filter(({ key }) => key.startsWith('own-'))
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{say('papers.title')}</h1>
        <p role="status" className={page.saved} data-state={state === 'failedSave' ? 'failed' : state}>
          {state === 'saved' && <Icon name="check" size={16} />}
          {state !== 'idle' && say(`papers.${state}`)}
        </p>
        <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
          {say('papers.add')}
        </Button>
      </header>
      <section className={page.section} aria-labelledby="papers-usual">
        <div>
          <h2 id="papers-usual">{say('papers.usual')}</h2>
          <p className={page.hint}>{say('papers.about')}</p>
        </div>
        {!data && <Skeleton lines={4} />}
        <ul className={css.cards}>
          {choices.map(({ key, name, design }) => (
            <li key={key}>
              <button
                type="button"
                className={css.choice}
                aria-pressed={key === usual}
                onClick={() => void choose(key)}
              >
                <PaperTile design={design} />
                <span className={css.name}>{name}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {own.length > 0 && (
        <section className={page.section} aria-labelledby="papers-own">
          <h2 id="papers-own">{say('papers.own')}</h2>
          <ul className={css.cards}>
            {own.map((one) => (
              <li key={one.key} className={css.card}>
                <PaperTile design={one.design} />
                <span className={css.name}>{one.name}</span>
                <IconButton
                  icon="trash"
                  danger
                  className={css.delete}
                  label={say('papers.delete', { name: one.name })}
                  onClick={() => void remove(one).catch(() => undefined)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {adding && (
        <PaperDialog
          onClose={() => setAdding(false)}
          onAdded={() => {
            changed()
            notify.success(say('papers.saved'))
          }}
        />
      )}
    </div>
  )
}
