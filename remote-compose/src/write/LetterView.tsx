import { DRAGGED_DOCUMENTS, escapeHtml, isMailAddress, LARGE_ATTACHMENT_VALID_MS } from '@yanshu/contracts'
import { intents, lazyPart, useAnswered, useShortcuts, useStore, useT, whenNobodyActs } from '@yanshu/shell-api'
import { confirm, cx, Skeleton, undoable, VisuallyHidden } from '@yanshu/ui'
import type { EditorHandle } from '@yanshu/ui/editor'
import { PeopleFields, type TokenFieldHandle } from '@yanshu/ui/people'
import { DropTarget, UploadShelf } from '@yanshu/ui/upload'
import { type CSSProperties, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { loadOffers } from '../letter-offers/loadOffers.ts'
import { mayOfferMailLinks } from '../letter-offers/mailLinks.ts'
import { LetterChecks } from '../letter-slots/LetterChecks.tsx'
import { LetterOptions } from '../letter-slots/LetterOptions.tsx'
import type { LetterPaper } from '../papers/letterPaper.ts'
import { QuotedMail } from '../quote/QuotedMail.tsx'
import { RecipientHints } from '../recipients/RecipientHints.tsx'
import { readRecents } from '../recipients/recents.ts'
import { FIELDS, type Field, withChosen } from '../recipients/recipientLists.ts'
import { suggestRecipients } from '../recipients/suggestRecipients.ts'
import { useRecipientMarks } from '../recipients/useRecipientMarks.ts'
import { addFolders, pastedFolders } from '../upload/loadFolders.ts'
import { loadOtherWindows } from '../versions/loadVersions.ts'
import { ActionBar, pickFiles } from './ActionBar.tsx'
import type { Composer } from './composer.ts'
import { FromRow } from './FromRow.tsx'
import { useLetterPort } from './letterPort.ts'
import { editor as editorPart } from './loadEditor.ts'
import { NS } from './namespace.ts'
import { mayTakeFocus } from './openLetters.ts'
import { Problems } from './Problems.tsx'
import { SubjectField } from './SubjectField.tsx'
import { useDark } from './useDark.ts'
import css from './write.module.css'

const LazyText = lazyPart(editorPart.load)
const LetterOffers = lazyPart(loadOffers)
const OtherWindows = lazyPart(loadOtherWindows)

/** A letter being written: recipients, subject, attachments and the text. */
export function LetterView({ composer, active }: { composer: Composer; active: boolean }) {
  const say = useT(NS)
  const { letter, problems, attachments, draft } = useStore(composer.state)
  const to = useRef<TokenFieldHandle>(null)
  const editor = useRef<EditorHandle>(null)
  const picker = useRef<HTMLInputElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const port = useLetterPort(composer, active, sheet)
  const dark = useDark()
  const markOf = useRecipientMarks(letter.recipients, letter.kind === 'replyAll' ? letter.sourceMailId : null)
  const [isQuiet, setQuiet] = useState(false)
  // A colleague writes on it: it stands still here.
  const [isHeld, setHeld] = useState(false)
  const hasOffers =
    (letter.kind === 'replyAll' && letter.recipients.cc.length > 0) ||
    (isQuiet && letter.kind === 'new' && mayOfferMailLinks())
  const textSize: CSSProperties & Record<'--letter-text', string> = {
    '--letter-text': `${letter.wordSize}px`,
  }
  // What is on the page is drawn at once: React would show the fallback first, and wait before it removes it again.
  const [LetterText] = useState(() => editorPart.here()?.default ?? LazyText)
  // What replaces the whole text needs a fresh field.
  const [generation, setGeneration] = useState(0)
  const drawAnew = useCallback(() => setGeneration((before) => before + 1), [])
  // Neither delays the letter. A host of an older release has no such call; suggestions then begin with the server's.
  useEffect(
    () =>
      whenNobodyActs?.(() => {
        setQuiet(true)
        void readRecents()
      }),
    [],
  )

  useShortcuts(
    [
      {
        keys: 'Mod+Enter',
        label: say('keys.send'),
        group: say('keys.group'),
        allowInInput: true,
        run: () => void composer.send(),
      },
      {
        keys: 'Mod+S',
        label: say('keys.save'),
        group: say('keys.group'),
        allowInInput: true,
        run: () => void composer.saveDraft(),
      },
    ],
    active,
  )

  // In a new letter the recipients take the focus, in an answer the editor.
  useEffect(() => {
    if (composer.state.get().letter.recipients.to.length === 0 && mayTakeFocus()) to.current?.focus()
  }, [composer])

  const choose = (isFolder = false) => {
    if (!picker.current) return
    picker.current.webkitdirectory = isFolder
    picker.current.click()
  }
  const picks = useAnswered('contacts.pick')
  const pickPeople = async (field: Field) => {
    const before = composer.state.get().letter.recipients[field]
    const chosen = await intents.send('contacts.pick', { chosen: before }).catch(() => [])
    if (chosen.length === 0) return
    composer.change({ recipients: withChosen(composer.state.get().letter.recipients, field, chosen) })
  }
  const toPlain = async () => {
    const yes = await confirm({ title: say('plain.title'), text: say('plain.text'), yes: say('plain.yes') })
    if (!yes) return
    composer.putBody(composer.body().text(), true)
    drawAnew()
  }
  const toRich = () => {
    const lines = composer.body().text().split('\n')
    composer.putBody(lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''), false)
    drawAnew()
  }
  const removeQuote = () => {
    const { quote } = letter
    composer.change({ quote: null })
    // The button that was pressed is gone with the quote.
    composer.body().focus()
    undoable(say('quote.removed'), () => composer.change({ quote }))
  }
  const editQuote = () => {
    const { quote, plain } = letter
    if (quote === null) return
    if (plain) {
      const { body } = new composer.beginning.window.DOMParser().parseFromString(quote, 'text/html')
      composer.body().append(body.textContent ?? '')
    } else composer.body().append(`<p></p>${quote}`)
    composer.change({ quote: null })
  }
  const recipientsWrong = problems.includes('recipient-required')

  return (
    <DropTarget
      className={css.view}
      onFiles={composer.addFiles}
      onFolders={(entries) => void addFolders(composer, entries)}
      others={{
        type: DRAGGED_DOCUMENTS,
        onDrop: (dragged) => void pickFiles(composer, dragged).catch(() => undefined),
      }}
      onPictures={(files, at) => (letter.plain ? composer.addFiles(files) : editor.current?.insertPictures(files, at))}
    >
      <div className={css.sheet}>
        <VisuallyHidden role="heading" aria-level={1}>
          {letter.subject.trim() || say(`titles.${letter.kind}`)}
        </VisuallyHidden>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={say('attachments.add')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            if (event.target.webkitdirectory) void addFolders(composer, files)
            else composer.addFiles(files)
            event.target.value = ''
          }}
        />
        <Problems composer={composer} onReplaced={drawAnew} />
        {isQuiet && draft.draft && (
          <Suspense fallback={null}>
            <OtherWindows composer={composer} onHeld={setHeld} onReplaced={drawAnew} />
          </Suspense>
        )}
        <div
          ref={sheet}
          inert={isHeld}
          className={css.scroll}
          data-spacing={letter.spacing}
          style={textSize}
          // The recipients are chosen once the focus leaves them; what was typed there joins them in the same event.
          onBlurCapture={({ target }) => {
            if (!target.closest('[data-letter-text]')) queueMicrotask(composer.fillRecipients)
          }}
          onPasteCapture={(event) => {
            const entries = pastedFolders(event.clipboardData)
            if (!entries) return
            event.preventDefault()
            event.stopPropagation()
            void addFolders(composer, entries)
          }}
          onKeyDownCapture={(event) => {
            const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
            if (!isUndo || !composer.undoNoted()) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          <FromRow composer={composer} />
          <PeopleFields
            fields={FIELDS.map((id) => ({ id, label: say(`fields.${id}`) }))}
            lists={letter.recipients}
            onChange={(recipients) => composer.change({ recipients })}
            isAddress={isMailAddress}
            suggest={suggestRecipients}
            markOf={markOf}
            error={recipientsWrong ? say('problems.recipient-required') : undefined}
            pick={picks ? { label: say('recipients.pick'), onPick: (field) => void pickPeople(field) } : undefined}
            handle={to}
          />
          <RecipientHints lists={letter.recipients} />
          {hasOffers && (
            <Suspense fallback={null}>
              <LetterOffers composer={composer} />
            </Suspense>
          )}
          <SubjectField composer={composer} />
          <div
            className={cx(css.text, letter.paper && !letter.plain && css.papered)}
            style={paperColours(letter.paper)}
            key={generation}
          >
            <Suspense fallback={<EditorSkeleton />}>
              <LetterText composer={composer} onPlain={() => void toPlain()} onRich={toRich} handle={editor} />
            </Suspense>
          </div>
          {letter.quote !== null && (
            <QuotedMail
              html={letter.quote}
              window={composer.beginning.window}
              dark={dark}
              onEdit={editQuote}
              onRemove={removeQuote}
            />
          )}
        </div>
        <UploadShelf
          items={attachments}
          uploads={composer.uploads}
          limit={composer.beginning.params.maxMessageSize}
          linkedAbove={composer.beginning.params.linkedAbove}
          linkDays={LARGE_ATTACHMENT_VALID_MS / 86_400_000}
        />
        <LetterOptions composer={composer} />
        <LetterChecks composer={composer} />
        <ActionBar composer={composer} port={port} onAttach={choose} onReplaced={drawAnew} />
      </div>
    </DropTarget>
  )
}

/** The colours of a paper, for the sheet that is written on. */
const paperColours = (paper: LetterPaper | null): CSSProperties | undefined =>
  paper
    ? Object.fromEntries(
        (['ground', 'sheet', 'text', 'line'] as const).map((part) => [`--on-${part}`, paper.design[part]]),
      )
    : undefined

function EditorSkeleton() {
  return (
    <div className={css.skeleton}>
      <div className={css.skeletonTools} />
      <Skeleton lines={3} />
    </div>
  )
}
