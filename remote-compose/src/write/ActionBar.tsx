import { useStore, useT } from '@yanshu/shell-api'
import { Button, IconButton, MenuButton, type MenuEntry } from '@yanshu/ui'
import type { Composer } from './composer.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { NS } from './namespace.ts'
import css from './write.module.css'

const PRIORITIES = [
  [1, 'high'],
  [3, 'normal'],
  [5, 'low'],
] as const

/** What can be done with the letter as a whole. Sending is the one accent action. */
export function ActionBar({ composer, onAttach }: { composer: Composer; onAttach: () => void }) {
  const say = useT(NS)
  const { sending, priority, requestReceipt } = useStore(composer.state)
  const options: MenuEntry[] = [
    { kind: 'heading', id: 'priority', label: say('options.priority') },
    ...PRIORITIES.map(([value, name]) => ({
      id: name,
      label: say(`options.${name}`),
      radio: true,
      checked: priority === value,
      onSelect: () => composer.change({ priority: value }),
    })),
    { kind: 'separator', id: 'line' },
    {
      id: 'receipt',
      label: say('options.receipt'),
      checked: requestReceipt,
      onSelect: () => composer.change({ requestReceipt: !requestReceipt }),
    },
  ]
  const busy = sending !== 'no'
  return (
    <div className={css.bar} role="toolbar" aria-label={say('actions.label')}>
      <Button
        variant="primary"
        icon="sent"
        loading={busy}
        aria-keyshortcuts="Control+Enter"
        onClick={() => void composer.send()}
      >
        {say(sending === 'retrying' ? 'actions.retrying' : busy ? 'actions.sending' : 'actions.send')}
      </Button>
      {sending === 'retrying' ? (
        <Button onClick={composer.stopSending}>{say('actions.stop')}</Button>
      ) : (
        <Button className={css.wideOnly} icon="draft" onClick={() => void composer.saveDraft()}>
          {say('actions.save')}
        </Button>
      )}
      <Button icon="attach" onClick={onAttach}>
        {say('attachments.add')}
      </Button>
      <MenuButton icon="settings" label={say('options.label')} items={options} placement="bottom-start" />
      <div className={css.status}>
        {priority !== 3 && <span className={css.fact}>{say(`options.${priority === 1 ? 'high' : 'low'}`)}</span>}
        {requestReceipt && <span className={css.fact}>{say('options.receiptShort')}</span>}
        <DraftStatus composer={composer} />
      </div>
      <IconButton icon="trash" label={say('actions.discard')} onClick={() => void composer.discard()} />
    </div>
  )
}
