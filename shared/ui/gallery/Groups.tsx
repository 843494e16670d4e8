import { useState } from 'react'
import { FolderDialog, FolderPicker, type FolderSection, NameDialog } from '../src/folders/index.ts'
import { Button, notify, type UiLanguage } from '../src/index.ts'
import { Steps, WorkProgress } from '../src/steps/index.ts'
import { Crop } from './Crop.tsx'
import css from './Gallery.module.css'
import { groupWords } from './groupWords.ts'
import { Section } from './Section.tsx'

/** The groups that come later: folders, steps, crop, each in its states. */
export default function Groups({ language }: { language: UiLanguage }) {
  const say = groupWords[language]
  return (
    <>
      <Folders say={say} />
      <Section title="Steps" full>
        <Steps label={say.migration} steps={say.steps} current={1} />
        <Steps label={say.migrationFailed} steps={say.steps} current={2} failed />
        <Steps label={say.migrationDone} steps={say.steps} current={4} vertical />
      </Section>
      <Section title="Long work">
        <WorkProgress
          label={say.exporting}
          state="running"
          done={3120}
          total={8000}
          detail={say.exportingNow}
          actions={<Button size="small">{say.pause}</Button>}
        />
        <WorkProgress label={say.counting} state="running" done={0} />
        <WorkProgress label={say.importing} state="paused" done={45} total={120} />
        <WorkProgress
          label={say.moving}
          state="stopped"
          done={10}
          total={400}
          detail={say.movingFailed}
          actions={<Button size="small">{say.again}</Button>}
        />
        <WorkProgress label={say.exported} state="finished" done={8000} total={8000} />
      </Section>
      <Crop say={say} />
    </>
  )
}

export type GroupWords = (typeof groupWords)[UiLanguage]

function Folders({ say }: { say: GroupWords }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState(false)
  const [naming, setNaming] = useState(false)
  const [made, setMade] = useState<readonly { id: number; name: string }[]>([])
  const sections: readonly FolderSection[] = [
    {
      id: 'system',
      label: say.system,
      folders: [
        { id: 1, name: say.inbox, icon: 'inbox', disabled: true },
        { id: 2, name: say.sent, icon: 'sent' },
        { id: 3, name: say.trash, icon: 'trash' },
      ],
    },
    {
      id: 'own',
      label: say.own,
      folders: [
        {
          id: 4,
          name: '项目资料',
          children: [
            { id: 5, name: '合同' },
            { id: 6, name: '报销与合同扫描件归档（2024年及以前）' },
          ],
        },
        { id: 7, name: 'Newsletters' },
        ...made,
      ],
    },
  ]
  const pick = ({ name }: { name: string }) => notify.info(`${say.picked} ${name}`)
  const create = async (name: string) => {
    const folder = { id: 100 + made.length, name }
    setMade([...made, folder])
    return folder
  }
  return (
    <Section title="Folders">
      <div className={css.row}>
        <Button icon="move" onClick={(event) => setAnchor(event.currentTarget)}>
          {say.moveTo}
        </Button>
        <Button onClick={() => setDialog(true)}>{say.chooseFolder}</Button>
        <Button onClick={() => setNaming(true)}>{say.newLabel}</Button>
      </div>
      {naming && (
        <NameDialog
          request={{
            title: say.newLabel,
            label: say.labelName,
            submit: say.create,
            name: '',
            color: 0,
            save: async (name) => {
              if (name === '已有') throw new Error(say.taken)
              notify.info(`${say.picked} ${name}`)
            },
          }}
          problemOf={(name) => (name.trim() === '' ? say.nameNeeded : null)}
          refusalOf={(error) => (error instanceof Error ? error.message : null)}
          onClose={() => setNaming(false)}
        />
      )}
      <FolderPicker
        open={anchor !== null}
        anchor={anchor}
        label={say.moveTo}
        sections={sections}
        onClose={() => setAnchor(null)}
        onPick={pick}
        onCreate={create}
      />
      <FolderDialog
        open={dialog}
        label={say.chooseFolder}
        sections={sections}
        onClose={() => setDialog(false)}
        onPick={pick}
      />
    </Section>
  )
}
