import { type FolderLists, folderLines, type MailRule, type RuleRun } from '@yanshu/contracts'
import { folderName, http } from '@yanshu/shell-api'
import { Button, Dialog, notify, Select, undoable } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import { RulePreview } from './RulePreview.tsx'
import css from './rules.module.css'

interface RunDialogProps {
  rule: MailRule
  lists: FolderLists
  onClose: () => void
}

/** Shows what a rule would do with the mails of a folder, and applies it, with its progress; what it did can be undone. */
export function RunDialog({ rule, lists, onClose }: RunDialogProps) {
  const say = useWords()
  const system = lists.folderList.filter(({ role }) => role !== 'drafts')
  const folders = [...system.map((folder) => ({ folder, path: folderName(folder) })), ...folderLines(lists.customList)]
  const [folderId, setFolderId] = useState(folders[0]?.folder.folderId ?? 0)
  const [run, setRun] = useState<RuleRun | null>(null)
  const stopped = useRef(false)
  const path = folders.find(({ folder }) => folder.folderId === folderId)?.path ?? ''
  const name = rule.ruleName

  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const start = async () => {
    try {
      stopped.current = false
      let now = await http.post('mail/mailClassify/run', { ruleId: rule.ruleId, folderId })
      setRun(now)
      while (now.state === 'running') {
        now = await http.post('mail/mailClassify/run/next', { runId: now.runId, stop: stopped.current })
        setRun(now)
      }
      const { runId, caught, state } = now
      onClose()
      const words = say(state === 'done' ? 'rules.runs.done' : 'rules.runs.stopped', { name, caught })
      if (caught === 0) notify.info(words)
      else {
        undoable(words, async () => {
          await http.post('mail/mailClassify/run/undo', { runId })
          notify.success(say('rules.runs.undone'))
        })
      }
    } catch {
      // `http` has shown why; what was done by then can be undone by running again and undoing.
      setRun(null)
    }
  }

  return (
    <Dialog
      open
      title={say('rules.runs.title', { name })}
      onClose={onClose}
      footer={
        run ? (
          <Button
            onClick={() => {
              stopped.current = true
            }}
          >
            {say('rules.runs.stop')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{say('cancel')}</Button>
            <Button variant="primary" onClick={() => void start()}>
              {say('rules.runs.start')}
            </Button>
          </>
        )
      }
    >
      <div className={css.form}>
        <Select
          label={say('rules.form.chooseFolder')}
          value={folderId}
          disabled={run !== null}
          options={folders.map(({ folder, path }) => ({ value: folder.folderId, label: path }))}
          onChange={setFolderId}
        />
        <p className={css.lead}>{say('rules.runs.text', { folder: path })}</p>
        {!run && folderId > 0 && <RulePreview of={rule} folderId={folderId} />}
        <p role="status">
          {run && say('rules.runs.working', { done: run.done, total: run.total, caught: run.caught })}
        </p>
        {run && <progress className={css.progress} value={run.done} max={Math.max(1, run.total)} />}
      </div>
    </Dialog>
  )
}
