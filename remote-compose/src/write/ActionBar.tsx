import { type Attachment, type LetterPort, optionOf } from '@yanshu/contracts'
import {
  intents,
  lazyPart,
  Slot,
  useAnswered,
  useFormat,
  useSession,
  useSettings,
  useStore,
  useT,
} from '@yanshu/shell-api'
import { Button, IconButton, MenuButton, type MenuEntry, useMediaQuery } from '@yanshu/ui'
import { useNoticesAbove } from '@yanshu/ui/letter'
import { Suspense, useRef, useState } from 'react'
import { loadHandPanel } from '../handed/loadHanded.ts'
import { loadReadingPanel } from '../reading/loadReading.ts'
import { ScheduleButton } from '../schedule/ScheduleButton.tsx'
import { loadVersions } from '../versions/loadVersions.ts'
import type { Composer } from './composer.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { dropSecondClick } from './dropSecondClick.ts'
import { NS } from './namespace.ts'
import { optionEntries, optionFacts } from './ownOptions.ts'
import css from './write.module.css'

const ReadingPanel = lazyPart(loadReadingPanel)
const VersionsPanel = lazyPart(loadVersions)
const HandPanel = lazyPart(loadHandPanel)

interface ActionBarProps {
  composer: Composer
  /** What the tools of other remotes may do with the letter. */
  port: LetterPort
  /** Opens the choice of files, or of a folder. */
  onAttach: (isFolder?: boolean) => void
  /** The whole letter was replaced. */
  onReplaced: () => void
}

/** The foot of the sheet: what can be done with the letter as a whole, and where it is kept. Sending is the one accent action. */
export function ActionBar({ composer, port, onAttach, onReplaced }: ActionBarProps) {
  const say = useT(NS)
  const { sending, letter } = useStore(composer.state)
  const { options } = letter
  const sendAt = optionOf(options, 'mail.sendAt')
  const { dayTime } = useFormat()
  const narrow = useMediaQuery('(max-width: 499px)')
  const { netdiskEnable, secretModeEnable } = useSettings()
  const [panel, setPanel] = useState<'reading' | 'versions' | 'hand' | null>(null)
  const session = useSession()
  // The draft of a mailbox that was switched to is handed on by its owner alone.
  const isOwn = session.status === 'open' && session.user?.ownAccount === null
  const onClose = () => setPanel(null)
  const isAnswered = useAnswered('files.pick')
  const picks = netdiskEnable && isAnswered
  const foot = useRef<HTMLDivElement>(null)
  useNoticesAbove(foot)
  const save = () => void composer.saveDraft()
  const entries: MenuEntry[] = [
    ...(narrow
      ? ([
          { id: 'save', label: say('actions.save'), icon: 'draft', onSelect: save },
          { kind: 'separator', id: 'saveLine' },
        ] satisfies MenuEntry[])
      : []),
    ...optionEntries(options, (next) => composer.change({ options: next }), say),
    ...(secretModeEnable || optionOf(options, 'mail.reading')
      ? ([
          { id: 'reading', label: say('options.reading'), icon: 'lock', onSelect: () => setPanel('reading') },
        ] satisfies MenuEntry[])
      : []),
    { id: 'folder', label: say('attachments.folder'), icon: 'attach', onSelect: () => onAttach(true) },
    ...(isOwn
      ? ([
          { id: 'hand', label: say('options.hand'), icon: 'contacts', onSelect: () => setPanel('hand') },
        ] satisfies MenuEntry[])
      : []),
    { id: 'versions', label: say('options.versions'), icon: 'draft', onSelect: () => setPanel('versions') },
  ]
  const busy = sending !== 'no'
  const facts = [
    ...optionFacts(options, say),
    ...(sendAt === null ? [] : [say('actions.scheduledAt', { time: dayTime(sendAt) })]),
  ]
  return (
    <div
      ref={foot}
      className={css.foot}
      role="toolbar"
      aria-label={say('actions.label')}
      data-facts={facts.length > 0 ? '' : undefined}
    >
      <Button
        variant="primary"
        icon="sent"
        loading={busy}
        aria-keyshortcuts="Control+Enter"
        onPointerEnter={composer.prepareSending}
        onFocus={composer.prepareSending}
        onClick={() => {
          dropSecondClick()
          void composer.send()
        }}
      >
        {say(`actions.${busy ? sending : sendAt === null ? 'send' : 'sendLater'}`)}
      </Button>
      <ScheduleButton composer={composer} />
      {busy && sending !== 'sending' && <Button onClick={composer.stopSending}>{say('actions.stop')}</Button>}
      {narrow ? (
        <IconButton icon="attach" label={say('attachments.add')} tooltip="top" onClick={() => onAttach()} />
      ) : (
        <Button icon="attach" onClick={() => onAttach()}>
          {say('attachments.add')}
        </Button>
      )}
      {picks && (
        <IconButton
          icon="document-center"
          label={say('attachments.pick')}
          tooltip="top"
          onClick={() => void pickFiles(composer).catch(() => undefined)}
        />
      )}
      <MenuButton icon="settings" label={say('options.label')} items={entries} placement="top-start" />
      <Slot name="letter.tool" major={1} props={{ letter: port }} />
      <div className={css.status}>
        {facts.map((fact) => (
          <span key={fact} className={css.fact}>
            {fact}
          </span>
        ))}
        <DraftStatus composer={composer} />
      </div>
      {!narrow && (
        <Button variant="text" onClick={save}>
          {say('actions.save')}
        </Button>
      )}
      {panel && (
        <Suspense fallback={null}>
          {panel === 'reading' && <ReadingPanel {...{ composer, onClose }} />}
          {panel === 'versions' && <VersionsPanel {...{ composer, onReplaced, onClose }} />}
          {panel === 'hand' && <HandPanel {...{ composer, onClose }} />}
        </Suspense>
      )}
      <IconButton icon="trash" label={say('actions.discard')} tooltip="top" onClick={() => void composer.discard()} />
    </div>
  )
}

/**
 * Adds copies of files that are kept in the document center; a link to them is written into the letter by who answers.
 * @param dragged the data of documents that were dragged onto the letter; the person chooses where it is left out
 */
export async function pickFiles({ uploads }: Pick<Composer, 'uploads'>, dragged?: string): Promise<void> {
  const picked = await intents.send('files.pick', dragged ? { dragged } : { multiple: true, links: true })
  const attached = (file: (typeof picked)[number]): Attachment => ({
    ...{ contentType: 'application/octet-stream', contentId: null, kind: 'file' },
    ...file,
  })
  if (picked.length > 0) uploads.carry(picked.map(attached))
}
