import type { LetterTemplate } from '@yanshu/contracts'
import { http, intents } from '@yanshu/shell-api'
import { Button, EmptyState, IconButton, notify, TextField, undoable } from '@yanshu/ui'
import { useDraft } from '@yanshu/ui/draft'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { Answered, Page } from '../layout/Page.tsx'
import { useDiscardQuestion } from '../layout/useDiscardQuestion.ts'
import { RichText } from '../rich/LazyRichText.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { nullWhenGone } from './nullWhenGone.ts'
import { SavedElsewhere } from './SavedElsewhere.tsx'
import css from './signatures.module.css'

type Draft = Omit<LetterTemplate, 'templateId'> & { readonly templateId: number | null }
type TemplateRow = Omit<LetterTemplate, 'html'>

const EMPTY: Draft = { templateId: null, name: '', folder: '', subject: '', html: '' }

/** A template as it was written, or with the fields of the writer filled in. */
const whole = (templateId: number, filled = false) =>
  http.post('mail/template/letterTemplateInfo', { templateId, filled })

/** `/set/templates`: letters that are written often. */
export function TemplatesPage() {
  const say = useWords()
  const answer = useAnswer('templates', () => http.post('mail/template/letterTemplateList', {}))
  const [draft, setDraft] = useState<Draft | null>(null)
  const { data, retry } = answer
  const list = data?.list ?? []
  const edit = async ({ templateId }: TemplateRow) => setDraft(await whole(templateId))
  const write = async ({ templateId }: TemplateRow) => {
    const { subject, html } = await whole(templateId, true)
    await intents.send('compose.open', { kind: 'new', subject, html })
  }
  const remove = async ({ templateId }: TemplateRow) => {
    const { templateId: _, ...kept } = await whole(templateId)
    await http.post('mail/template/delLetterTemplate', { templateId })
    retry()
    undoable(say('signatures.deleted', { name: kept.name }), async () => {
      await http.post('mail/template/saveOrUpdateLetterTemplate', { templateId: null, ...kept })
      retry()
    })
  }
  return (
    <Page
      page="templates"
      beside={
        <Button variant="primary" icon="plus" disabled={!data} onClick={() => setDraft(EMPTY)}>
          {say('signatures.templates.add')}
        </Button>
      }
    >
      <Answered of={answer} lines={6}>
        {() => (
          <div className={page.section}>
            {list.length === 0 && (
              <EmptyState
                scene="nothing"
                title={say('signatures.templates.none')}
                text={say('signatures.templates.noneText')}
              />
            )}
            {[...Map.groupBy(list, ({ folder }) => folder)].map(([folder, templates]) => (
              <div key={folder} className={css.list}>
                {(folder !== '' || templates.length < list.length) && (
                  <h2 className={css.group}>{folder || say('signatures.templates.ungrouped')}</h2>
                )}
                <ul className={css.list}>
                  {templates.map((one) => (
                    <li key={one.templateId} className={css.item}>
                      <div className={css.head}>
                        <h3>{one.name}</h3>
                        <span className={css.group}>{one.subject}</span>
                        <span className={css.tools}>
                          <Button size="small" icon="compose" onClick={() => void write(one).catch(() => undefined)}>
                            {say('signatures.templates.use')}
                          </Button>
                          <IconButton
                            icon="edit"
                            label={say('signatures.edit', { name: one.name })}
                            onClick={() => void edit(one).catch(() => undefined)}
                          />
                          <IconButton
                            icon="trash"
                            danger
                            label={say('signatures.delete', { name: one.name })}
                            onClick={() => void remove(one).catch(() => undefined)}
                          />
                        </span>
                      </div>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )}
      </Answered>
      {draft && (
        <TemplateDialog
          key={draft.templateId}
          draft={draft}
          onClose={() => setDraft(null)}
          onSaved={(name) => {
            retry()
            notify.success(say('signatures.saved', { name }))
          }}
        />
      )}
    </Page>
  )
}

interface TemplateDialogProps {
  draft: Draft
  onSaved: (name: string) => void
  onClose: () => void
}

function TemplateDialog({ draft: begun, onSaved, onClose }: TemplateDialogProps) {
  const say = useWords()
  const { draft, change, elsewhere, acceptNewest, keepMine, save, mayLeave } = useDraft<
    LetterTemplate,
    Draft,
    LetterTemplate
  >({
    stored: begun.templateId === null ? null : { ...begun, templateId: begun.templateId },
    draftOf: (stored) => stored ?? begun,
    read: ({ templateId }) =>
      http
        .post('mail/template/letterTemplateInfo', { templateId, filled: false }, { silent: true })
        .catch(nullWhenGone),
    save: (now, base) =>
      http.post('mail/template/saveOrUpdateLetterTemplate', { ...now, templateId: base?.templateId ?? null }),
    conflict: {},
    mayDiscard: useDiscardQuestion(),
  })
  const [checked, setChecked] = useState(false)
  const nameless = draft.name.trim() === ''
  const closeBy = async (saving: () => Promise<LetterTemplate | null>) => {
    setChecked(true)
    const saved = nameless ? null : await saving()
    if (!saved) return
    onSaved(saved.name)
    onClose()
  }
  return (
    <FormDialog
      wide
      title={say(draft.templateId === null ? 'signatures.templates.new' : 'signatures.templates.change')}
      className={css.form}
      mayLeave={mayLeave}
      onSubmit={() => closeBy(save)}
      onClose={onClose}
    >
      <SavedElsewhere
        elsewhere={elsewhere}
        onNewest={acceptNewest}
        onMine={() => void closeBy(keepMine).catch(() => undefined)}
      />
      <TextField
        data-autofocus
        label={say('signatures.name')}
        required
        maxLength={40}
        value={draft.name}
        error={checked && nameless ? say('signatures.nameRequired') : undefined}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={say('signatures.templates.folder')}
        hint={say('signatures.templates.folderHint')}
        maxLength={40}
        value={draft.folder}
        onChange={(folder) => change({ folder })}
      />
      <TextField
        label={say('signatures.templates.subject')}
        maxLength={100}
        value={draft.subject}
        onChange={(subject) => change({ subject })}
      />
      <RichText
        label={say('signatures.templates.text')}
        hint={say('signatures.templates.hint')}
        html={draft.html}
        refusal={say('signatures.noPictures')}
        fields="template"
        onChange={(html) => change({ html })}
      />
    </FormDialog>
  )
}
