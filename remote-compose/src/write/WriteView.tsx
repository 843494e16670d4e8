import type { ViewProps } from '@yanshu/contracts'
import { ApiError, fetchPart, go, tabs, useStore, useT } from '@yanshu/shell-api'
import { ErrorCard, Skeleton } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { askVersion } from './askVersion.ts'
import type { Composer } from './composer.ts'
import { createComposer } from './createComposer.ts'
import { LetterView } from './LetterView.tsx'
import { prefillOfMailto } from './mailto.ts'
import { NS } from './namespace.ts'
import { letterOf, letterPlaceOf } from './openLetters.ts'
import { keepPrefill, newMark } from './prefills.ts'
import { prepareWriting, routeText, startWriting, UnknownWriteTypeError, type WriteRoute } from './startWriting.ts'
import css from './write.module.css'

export { prepareWriting }

type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined; readonly offline: boolean }
  | { readonly kind: 'ready'; readonly composer: Composer }

/** The write screen (§2, compose). */
export default function WriteView({ params, query, tab, active }: ViewProps) {
  const say = useT(NS)
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<Stage>({ kind: 'starting' })
  const type = params.type ?? 'new'
  const mailId = Number(params.mailId ?? 0)

  // A new mail at an address that any other one has too would not be found again after a reload.
  const template = query.get('template')
  const handed = type === 'handed' ? query.get('hand') : null
  const nameless = type === 'new' && !query.has('c') && !query.has('restore')
  const mailto = query.get('mailto')
  useEffect(() => {
    if (!nameless || !active) return
    const mark = mailto === null ? newMark() : keepPrefill(prefillOfMailto(mailto))
    go(`/write/new/${mailId}?c=${mark}${template ? `&template=${template}` : ''}`, { replace: true })
  }, [nameless, active, mailId, template, mailto])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query of a write tab changes only once, when it gets its mark; an attempt starts again
  useEffect(() => {
    if (nameless) return
    let current = true
    const fail = (error: unknown) => {
      if (!current) return
      const known = error instanceof ApiError
      const words = error instanceof UnknownWriteTypeError ? say('start.unknown') : say('start.unexpected')
      setStage({
        kind: 'failed',
        message: known ? error.message : words,
        code: known && error.code ? `${error.code}` : undefined,
        offline: known && error.code === 0,
      })
    }
    if (handed) {
      fetchPart(() => import('../handed/openHanded.ts'))
        .then(({ openHanded }) => openHanded(handed))
        .catch(fail)
      return () => {
        current = false
      }
    }
    const route: WriteRoute = { type, mailId, query }
    const start = async () =>
      createComposer(await startWriting(route, askVersion), {
        route: routeText(route),
        place: letterPlaceOf(routeText(route)),
        openDraft: (draftId) => tabs.open(`/write/draft/${draftId}`),
      })
    letterOf(tab, routeText(route), start).then((composer) => current && setStage({ kind: 'ready', composer }), fail)
    return () => {
      current = false
    }
  }, [type, mailId, attempt, nameless, handed])

  const again = () => {
    setStage({ kind: 'starting' })
    setAttempt((now) => now + 1)
  }
  const waits = stage.kind === 'failed' && stage.offline
  useEffect(() => {
    if (!waits) return
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  })

  if (stage.kind === 'failed') {
    return (
      <div className={css.failed}>
        <ErrorCard what={say('start.failed')} why={stage.message} code={stage.code} onRetry={again} />
      </div>
    )
  }
  if (stage.kind === 'starting') {
    return (
      <div className={css.view}>
        <div className={css.sheet}>
          <div className={css.starting}>
            <Skeleton lines={6} />
          </div>
        </div>
      </div>
    )
  }
  return <ReadyView composer={stage.composer} tab={tab} active={active} />
}

function ReadyView({ composer, tab, active }: { composer: Composer } & Pick<ViewProps, 'tab' | 'active'>) {
  const say = useT(NS)
  const { kind, subject } = useStore(composer.state).letter
  const title = subject.trim() || say(`titles.${kind}`)
  useEffect(() => tab.setTitle(title), [tab, title])
  return <LetterView composer={composer} active={active} />
}
