import type { PaperDesign } from '@yanshu/contracts'
import { tabs, useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Popover, Skeleton } from '@yanshu/ui'
import type { PanelProps } from '../letter-tools/shownTool.ts'
import { NS } from '../write/namespace.ts'
import { PaperTile } from './PaperTile.tsx'
import { paperFrame } from './paperFrame.ts'
import { papersQuery } from './paperQuery.ts'
import css from './papers.module.css'

const same = (one: PaperDesign | null, other: PaperDesign | null): boolean =>
  JSON.stringify(one && Object.entries(one).sort()) === JSON.stringify(other && Object.entries(other).sort())

/** The paper that a letter is on, or none. The text stays as it is. */
export function PaperPicker({ composer, anchor, onClose }: PanelProps) {
  const say = useT(NS)
  const { paper } = useStore(composer.state).letter
  const { data, error } = useQuery(papersQuery)
  const now = paper?.design ?? null
  const choose = (design: PaperDesign | null) => {
    onClose()
    if (same(design, now)) return
    composer.change({ paper: design && paperFrame(design) })
    composer.noteUndo(() => composer.change({ paper }))
    composer.body().focus()
  }
  const choices = [{ key: 'none', name: say('papers.none'), design: null }, ...(data ?? [])]
  return (
    <Popover open anchor={anchor} label={say('papers.label')} placement="bottom-end" onClose={onClose}>
      <div className={css.picker}>
        <ul className={css.tiles}>
          {choices.map(({ key, name, design }) => (
            <li key={key}>
              <button
                type="button"
                className={css.choice}
                aria-pressed={same(design, now)}
                onClick={() => choose(design)}
              >
                <PaperTile design={design} />
                <span className={css.name}>{name}</span>
              </button>
            </li>
          ))}
        </ul>
        {!data && (error ? <p>{say('papers.failed')}</p> : <Skeleton lines={2} />)}
        <div className={css.foot}>
          <small>{say('papers.text')}</small>
          <Button
            size="small"
            variant="text"
            onClick={() => {
              onClose()
              tabs.open('/set/papers')
            }}
          >
            {say('papers.manage')}
          </Button>
        </div>
      </div>
    </Popover>
  )
}
