import type { ViewProps } from '@yanshu/contracts'
import { ApiError, format, tabs, useStore, useT } from '@yanshu/shell-api'
import { confirm, ErrorCard, Skeleton } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { type Composer, createComposer, NS } from './composer.ts'
import { LetterView } from './LetterView.tsx'
import { prepareWriting, routeText, startWriting, type WriteRoute } from './startWriting.ts'
import css from './write.module.css'

export { prepareWriting }

type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  | { readonly kind: 'ready'; readonly composer: Composer }

/** The write screen (§2, compose). */
export default function WriteView({ params, query, tab, active }: ViewProps) {
  const say = useT(NS)
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<Stage>({ kind: 'starting' })
  const type = params.type ?? 'new'
  const mailId = Number(params.mailId ?? 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query of a write tab does not change; an attempt starts again
  useEffect(() => {
    let current = true
    let composer: Composer | null = null
    const route: WriteRoute = { type, mailId, query }
    startWriting(route, (keptAt) => askVersion(say, keptAt)).then(
      (beginning) => {
        if (!current) return
        composer = createComposer(beginning, {
          route: routeText(route),
          close: tab.close,
          openDraft: (draftId) => tabs.open(`/write/draft/${draftId}`),
        })
        setStage({ kind: 'ready', composer })
      },
      (error: unknown) => {
        if (!current) return
        const known = error instanceof ApiError
        setStage({
          kind: 'failed',
          message: known ? error.message : say('start.failed'),
          code: known && error.code ? `${error.code}` : undefined,
        })
      },
    )
    return () => {
      current = false
      composer?.dispose()
    }
  }, [type, mailId, attempt])

  if (stage.kind === 'failed') {
    return (
      <div className={css.failed}>
        <ErrorCard
          what={say('start.failed')}
          why={stage.message}
          code={stage.code}
          onRetry={() => {
            setStage({ kind: 'starting' })
            setAttempt(attempt + 1)
          }}
        />
      </div>
    )
  }
  if (stage.kind === 'starting') {
    return (
      <div className={css.starting}>
        <Skeleton lines={6} />
      </div>
    )
  }
  return <ReadyView composer={stage.composer} tab={tab} active={active} />
}

function askVersion(
  say: (key: string, values?: Record<string, string>) => string,
  keptAt: number,
): Promise<'kept' | 'server'> {
  return confirm({
    title: say('versions.title'),
    text: say('versions.text', { time: format().mailTime(keptAt) }),
    yes: say('versions.kept'),
    no: say('versions.server'),
  }).then((yes) => (yes ? 'kept' : 'server'))
}

function ReadyView({ composer, tab, active }: { composer: Composer } & Pick<ViewProps, 'tab' | 'active'>) {
  const say = useT(NS)
  const { subject, draft } = useStore(composer.state)
  const title = subject.trim() || say(`titles.${composer.kind}`)
  const dirty = !['untouched', 'saved'].includes(draft.phase)

  useEffect(() => tab.setTitle(title), [tab, title])
  useEffect(() => tab.setDirty(dirty), [tab, dirty])
  useEffect(() => tab.onBeforeClose(composer.mayClose), [tab, composer])
  useEffect(() => {
    const flush = () => {
      if (document.visibilityState === 'hidden') void composer.flush()
    }
    const leave = () => void composer.flush()
    const back = () => composer.reconnected()
    // Leaving is only held up when something would be lost: what is in the journal comes back.
    const warn = (event: BeforeUnloadEvent) => {
      void composer.flush()
      if (composer.state.get().draft.journalFailed) event.preventDefault()
    }
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', back)
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', back)
      window.removeEventListener('beforeunload', warn)
    }
  }, [composer])
  return <LetterView composer={composer} active={active} />
}
