import type { ExportPart } from '@yanshu/contracts'
import { loginScope, Slot, saveBlob, useFormat, useLanguage } from '@yanshu/shell-api'
import { Button, Checkbox, Icon, Spinner } from '@yanshu/ui'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './export.module.css'
import { type Archive, type ExportProgress, ExportStoppedError, writeArchive } from './writeArchive.ts'

type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'working'; readonly progress: ExportProgress | null; readonly all: number }
  | { readonly kind: 'done'; readonly archive: Archive }

const nameOfToday = (now: Date): string => {
  const two = (n: number) => `${n}`.padStart(2, '0')
  return `yanshu-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.zip`
}

/** "Take everything with me": what the remotes can write (slot `settings.export`), in one ZIP file on this device. */
export function ExportPage() {
  const say = useWords()
  const language = useLanguage()
  const [offered, setOffered] = useState<readonly ExportPart[]>([])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const control = useRef<AbortController>(null)
  const offer = useCallback((part: ExportPart) => {
    setOffered((now) => [...now, part])
    return () => setOffered((now) => now.filter((one) => one !== part))
  }, [])
  // Fillers are loaded in any order; the list always has the same order.
  const parts = useMemo(
    () => offered.toSorted((a, b) => a.label.localeCompare(b.label, language === 'zh' ? 'zh-CN' : 'en')),
    [offered, language],
  )
  const chosen = parts.filter(({ id }) => !left.has(id))
  const working = state.kind === 'working'

  const start = async () => {
    const mine = new AbortController()
    control.current = mine
    // Data that was read for one user must not be saved for the next.
    loginScope().onEnd(() => mine.abort())
    setState({ kind: 'working', progress: null, all: chosen.length })
    try {
      const archive = await writeArchive(chosen, mine.signal, (progress) =>
        setState({ kind: 'working', progress, all: chosen.length }),
      )
      if (archive.zip) saveBlob(archive.zip, nameOfToday(new Date()))
      setState({ kind: 'done', archive })
    } catch (error) {
      setState({ kind: error instanceof ExportStoppedError ? 'stopped' : 'broken' })
    }
  }

  return (
    <div className={css.export}>
      <h1>{say('pages.export')}</h1>
      <section className={css.section} aria-label={say('export.what')}>
        <p className={css.lead}>{say('export.lead')}</p>
        <ul className={css.parts}>
          {parts.map(({ id, label }) => (
            <li key={id}>
              <Checkbox
                label={label}
                checked={!left.has(id)}
                disabled={working}
                onChange={(take) => {
                  const next = new Set(left)
                  if (take) next.delete(id)
                  else next.add(id)
                  setLeft(next)
                }}
              />
            </li>
          ))}
        </ul>
        <Slot name="settings.export" major={1} props={{ offer }} />
        <div className={css.foot}>
          {working ? (
            <Button onClick={() => control.current?.abort()}>{say('export.stop')}</Button>
          ) : (
            <Button variant="primary" icon="download" disabled={chosen.length === 0} onClick={() => void start()}>
              {say('export.start')}
            </Button>
          )}
          <div role="status" className={css.state}>
            <StateLine state={state} />
          </div>
        </div>
        {state.kind === 'done' && state.archive.failed.length > 0 && (
          <ul role="alert" className={css.failed}>
            {state.archive.failed.map(({ part, why }) => (
              <li key={part.id}>
                <Icon name="warning" size={16} />
                <span>{say('export.failed', { name: part.label, why })}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function StateLine({ state }: { state: ExportState }) {
  const say = useWords()
  const format = useFormat()
  if (state.kind === 'idle') return null
  if (state.kind === 'stopped') return say('export.stopped')
  if (state.kind === 'broken') return say('export.broken')
  if (state.kind === 'working') {
    const { progress, all } = state
    return (
      <>
        <Spinner size={16} />
        {progress ? say('export.working', { name: progress.part.label, at: progress.at, all }) : null}
      </>
    )
  }
  const { zip, files } = state.archive
  if (!zip) return say('export.nothing')
  return (
    <>
      <Icon name="check" size={16} />
      {say('export.done', { count: files, size: format.bytes(zip.size) })}
    </>
  )
}
