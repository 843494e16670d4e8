import { useFormat, useOnline, useStore, useT } from '@yanshu/shell-api'
import type { Composer } from './composer.ts'
import { NS } from './namespace.ts'
import css from './write.module.css'

/** A line that shows where the letter is saved. */
export function DraftStatus({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { mailTime } = useFormat()
  const { draft } = useStore(composer.state)
  const { phase, savedAt, journalFailed } = draft
  const offline = !useOnline()
  const words = () => {
    switch (phase) {
      case 'saving':
        return say('draft.saving')
      case 'saved':
        return savedAt === null ? '' : say('draft.saved', { time: mailTime(savedAt) })
      case 'local':
        return say(journalFailed ? 'draft.nowhere' : offline ? 'draft.local' : 'draft.localAgain')
      case 'refused':
        return say('draft.refused')
      default:
        return offline ? say('draft.offline') : ''
    }
  }
  const said = words()
  return (
    <span
      className={css.draft}
      role="status"
      title={said}
      data-warn={phase === 'local' || phase === 'refused' ? '' : undefined}
    >
      {said}
    </span>
  )
}
