import type { Signature } from '@yanshu/contracts'
import { http, markStale, queryKeys } from '@yanshu/shell-api'
import { Button, Checkbox, EmptyState, IconButton, notify, Select, TextField, undoable } from '@yanshu/ui'
import { useDraft } from '@yanshu/ui/draft'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { Answered, Page } from '../layout/Page.tsx'
import { useDiscardQuestion } from '../layout/useDiscardQuestion.ts'
import { RichText } from '../rich/LazyRichText.tsx'
import { WrittenText } from '../rich/WrittenText.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { nullWhenGone } from './nullWhenGone.ts'
import { SavedElsewhere } from './SavedElsewhere.tsx'
import css from './signatures.module.css'

type Draft = Omit<Signature, 'signId'> & { readonly signId: number | null }

const isFirst = (list: readonly Signature[]) => list.length === 0

/** `/set/signature`: what letters end with. */
export function SignaturesPage() {
  const say = useWords()
  const answer = useAnswer('signatures', () => http.get('mail/main/sign'))
  const system = useAnswer('systemSignatures', () => http.get('mail/main/sign/listSystem'))
  const [draft, setDraft] = useState<Draft | null>(null)
  const { data } = answer
  // The push reports it too, but a letter may be begun before it comes.
  const changed = () => {
    markStale(queryKeys.writing)
    answer.retry()
  }
  const list = data?.list ?? []
  const begin = (name = '', html = '') =>
    setDraft({ signId: null, name, html, forNew: isFirst(list), forReply: isFirst(list), sender: '' })
  const remove = async ({ signId, ...rest }: Signature) => {
    await http.post('mail/main/sign/delete', { signId })
    changed()
    undoable(say('signatures.deleted', { name: rest.name }), async () => {
      await http.post('mail/main/sign/save', { signId: null, ...rest })
      changed()
    })
  }
  return (
    <Page
      page="signature"
      beside={
        <Button variant="primary" icon="plus" disabled={!data} onClick={() => begin()}>
          {say('signatures.add')}
        </Button>
      }
    >
      <Answered of={answer} lines={6}>
        {() => (
          <div className={page.section}>
            {isFirst(list) && (
              <EmptyState scene="nothing" title={say('signatures.none')} text={say('signatures.noneText')} />
            )}
            <ul className={css.list}>
              {list.map((one) => (
                <li key={one.signId} className={css.item}>
                  <div className={css.head}>
                    <h2>{one.name}</h2>
                    {one.forNew && <small className={css.mark}>{say('signatures.forNew')}</small>}
                    {one.forReply && <small className={css.mark}>{say('signatures.forReply')}</small>}
                    {one.sender && <small className={css.mark}>{one.sender}</small>}
                    <span className={css.tools}>
                      <IconButton
                        icon="edit"
                        label={say('signatures.edit', { name: one.name })}
                        onClick={() => setDraft(one)}
                      />
                      <IconButton
                        icon="trash"
                        danger
                        label={say('signatures.delete', { name: one.name })}
                        onClick={() => void remove(one).catch(() => undefined)}
                      />
                    </span>
                  </div>
                  <WrittenText html={one.html} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Answered>
      {system.data && (
        <section aria-label={say('signatures.system')} className={page.section}>
          <h2>{say('signatures.system')}</h2>
          <ul className={css.layouts}>
            {system.data.list.map(({ key, name, html }) => (
              <li key={key} className={css.layout}>
                <WrittenText html={html} />
                <button type="button" className={css.layoutName} onClick={() => begin(name, html)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {draft && (
        <SignatureDialog
          key={draft.signId}
          draft={draft}
          onClose={() => setDraft(null)}
          onSaved={(name) => {
            changed()
            notify.success(say('signatures.saved', { name }))
          }}
        />
      )}
    </Page>
  )
}

interface SignatureDialogProps {
  draft: Draft
  onSaved: (name: string) => void
  onClose: () => void
}

function SignatureDialog({ draft: begun, onSaved, onClose }: SignatureDialogProps) {
  const say = useWords()
  const { draft, change, elsewhere, acceptNewest, keepMine, save, mayLeave } = useDraft<Signature, Draft, Signature>({
    stored: begun.signId === null ? null : { ...begun, signId: begun.signId },
    draftOf: (stored) => stored ?? begun,
    read: ({ signId }) => http.post('mail/main/sign/get', { signId }, { silent: true }).catch(nullWhenGone),
    save: (now, base) => http.post('mail/main/sign/save', { ...now, signId: base?.signId ?? null }),
    conflict: {},
    mayDiscard: useDiscardQuestion(),
  })
  const [checked, setChecked] = useState(false)
  const { data: writing } = useAnswer('letterSenders', () => http.get('mail/email/getWriteParams'))
  const senders = writing?.senders ?? []
  const nameless = draft.name.trim() === ''
  const closeBy = async (saving: () => Promise<Signature | null>) => {
    setChecked(true)
    const saved = nameless ? null : await saving()
    if (!saved) return
    onSaved(saved.name)
    onClose()
  }
  return (
    <FormDialog
      wide
      title={say(draft.signId === null ? 'signatures.new' : 'signatures.change')}
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
      <RichText
        label={say('signatures.text')}
        hint={say('signatures.hint')}
        html={draft.html}
        refusal={say('signatures.onlyPictures')}
        pictures
        fields="signature"
        onChange={(html) => change({ html })}
      />
      {senders.length > 1 && (
        <Select
          label={say('signatures.sender')}
          value={draft.sender}
          options={[
            { value: '', label: say('signatures.everySender') },
            ...senders.map(({ address }) => ({ value: address, label: address })),
          ]}
          onChange={(sender) => change({ sender })}
        />
      )}
      <Checkbox label={say('signatures.forNew')} checked={draft.forNew} onChange={(forNew) => change({ forNew })} />
      <Checkbox
        label={say('signatures.forReply')}
        checked={draft.forReply}
        onChange={(forReply) => change({ forReply })}
      />
    </FormDialog>
  )
}
