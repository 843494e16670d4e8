import { type FolderLists, folderLines, type MailRule } from '@yanshu/contracts'
import { folderName, http } from '@yanshu/shell-api'
import { Button, Checkbox, Segmented, Select, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useDiscardQuestion } from '../layout/useDiscardQuestion.ts'
import { useWords } from '../useWords.ts'
import { askBeforeRule } from './askBefore.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { RulePreview } from './RulePreview.tsx'
import { conditionOf, conditionsAreGood, draftOf, type FormProblem, formProblems, type RuleForm } from './ruleDraft.ts'
import css from './rules.module.css'

interface RuleDialogProps {
  form: RuleForm
  lists: FolderLists
  /** Whether the administrator lets rules forward. */
  mayForward: boolean
  onSaved: (rule: MailRule) => void
  onClose: () => void
}

/** Writes a rule, and shows what it would have caught before it is saved. */
export function RuleDialog({ form: begun, lists, mayForward, onSaved, onClose }: RuleDialogProps) {
  const say = useWords()
  const mayDiscard = useDiscardQuestion()
  const [form, setForm] = useState(begun)
  const [checked, setChecked] = useState(false)
  const set = (change: Partial<RuleForm>) => setForm((now) => ({ ...now, ...change }))
  const problems = checked ? formProblems(form) : []
  const problemAt = (place: FormProblem['place']): string | undefined => {
    const found = problems.find((one) => one.place === place)
    return found && say(`rules.problems.${found.key}`, found.values)
  }
  const spam = lists.folderList.filter(({ role }) => role === 'spam')
  const folders = [...folderLines(lists.customList), ...spam.map((folder) => ({ folder, path: folderName(folder) }))]

  const save = async () => {
    setChecked(true)
    if (formProblems(form).length > 0) return
    const draft = draftOf(form)
    if (!(await askBeforeRule(say, draft))) return
    onSaved(await http.post('mail/mailClassify/save', draft))
    onClose()
  }

  return (
    <FormDialog
      wide
      title={say(form.ruleId === null ? 'rules.form.new' : 'rules.form.edit')}
      className={css.form}
      mayLeave={async () => JSON.stringify(form) === JSON.stringify(begun) || mayDiscard()}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={say('rules.form.name')}
        required
        value={form.name}
        placeholder={say('rules.form.namePlaceholder')}
        error={problemAt('name')}
        onChange={(name) => set({ name })}
      />
      <fieldset className={css.group}>
        <legend>{say('rules.form.conditions')}</legend>
        {form.conditions.length > 1 && (
          <Segmented
            label={say('rules.form.match')}
            value={form.match}
            options={(['all', 'any'] as const).map((value) => ({ value, label: say(`rules.form.${value}`) }))}
            onChange={(match) => set({ match })}
          />
        )}
        {form.conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names, and are edited in their places
            key={index}
            at={index + 1}
            condition={condition}
            error={problemAt(index)}
            onChange={(next) => set({ conditions: form.conditions.with(index, next) })}
            onRemove={
              form.conditions.length > 1 ? () => set({ conditions: form.conditions.toSpliced(index, 1) }) : undefined
            }
          />
        ))}
        <div>
          <Button
            size="small"
            icon="plus"
            disabled={form.conditions.length >= 20}
            onClick={() => set({ conditions: [...form.conditions, conditionOf('subject')] })}
          >
            {say('rules.form.addCondition')}
          </Button>
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{say('rules.form.actions')}</legend>
        <div className={css.action}>
          <Checkbox label={say('rules.form.folder')} checked={form.moves} onChange={(moves) => set({ moves })} />
          {form.moves && (
            <Select
              label={say('rules.form.chooseFolder')}
              hideLabel
              value={form.folderId ?? undefined}
              placeholder={say('rules.form.chooseFolder')}
              options={folders.map(({ folder, path }) => ({ value: folder.folderId, label: path }))}
              error={problemAt('folder')}
              onChange={(folderId) => set({ folderId })}
            />
          )}
        </div>
        {lists.labelList.length > 0 && (
          <fieldset aria-label={say('rules.form.labels')} className={css.ticks}>
            <span className={css.ticksName}>{say('rules.form.labels')}</span>
            {lists.labelList.map(({ labelId, labelName }) => (
              <Checkbox
                key={labelId}
                label={labelName}
                checked={form.labelIds.includes(labelId)}
                onChange={(on) =>
                  set({ labelIds: on ? [...form.labelIds, labelId] : form.labelIds.filter((id) => id !== labelId) })
                }
              />
            ))}
          </fieldset>
        )}
        <div className={css.ticks}>
          <Checkbox label={say('rules.form.read')} checked={form.read} onChange={(read) => set({ read })} />
          <Checkbox label={say('rules.form.star')} checked={form.star} onChange={(star) => set({ star })} />
          <Checkbox label={say('rules.form.quiet')} checked={form.quiet} onChange={(quiet) => set({ quiet })} />
        </div>
        {mayForward && (
          <div className={css.action}>
            <Checkbox
              label={say('rules.form.forward')}
              checked={form.forwards}
              onChange={(forwards) => set({ forwards })}
            />
            {form.forwards && (
              <TextField
                label={say('rules.form.forward')}
                hideLabel
                value={form.addresses}
                hint={say('rules.form.forwardHint')}
                error={problemAt('forward')}
                onChange={(addresses) => set({ addresses })}
              />
            )}
          </div>
        )}
        <div className={css.ticks}>
          <Checkbox label={say('rules.form.delete')} checked={form.deletes} onChange={(deletes) => set({ deletes })} />
        </div>
        <div className={css.action}>
          <Checkbox label={say('rules.form.reject')} checked={form.rejects} onChange={(rejects) => set({ rejects })} />
          {form.rejects && (
            <TextField
              label={say('rules.form.rejectHint')}
              hideLabel
              placeholder={say('rules.form.rejectHint')}
              maxLength={100}
              value={form.reason}
              onChange={(reason) => set({ reason })}
            />
          )}
        </div>
        <Checkbox label={say('rules.form.stop')} checked={form.stop} onChange={(stop) => set({ stop })} />
        {problemAt('action') && (
          <p role="alert" className={css.problem}>
            {problemAt('action')}
          </p>
        )}
      </fieldset>
      <RulePreview of={conditionsAreGood(form) ? draftOf(form) : null} />
    </FormDialog>
  )
}
