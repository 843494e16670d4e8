import { folderNameProblem } from '@yanshu/contracts'
import { folders, go, settings } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { FolderChoices, type PickableFolder } from '@yanshu/ui/folders'
import { type RowLabels, toneOfLabel } from '../list-view/useLabels.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useWords } from '../mailbox/useMailbox.ts'

interface LabelChoicesProps {
  rows: readonly MailRow[]
  labels: RowLabels
  onToggle: (labelId: number, on: boolean) => void
  onClose: () => void
}

const pickable = (labelId: number, name: string, tone: number, checked: boolean): PickableFolder => ({
  id: labelId,
  name,
  dot: `var(--tone-${tone}-dot)`,
  checked,
})

/** The labels of mails as ticks, on when all have it. A new one is made and added by its own key. */
export function LabelChoices({ rows, labels, onToggle, onClose }: LabelChoicesProps) {
  const say = useWords()
  const hasAll = (labelId: number) => rows.length > 0 && rows.every((row) => row.labelIds.includes(labelId))
  return (
    <>
      <FolderChoices
        of="labels"
        label={say('action.label')}
        sections={[
          {
            id: 'labels',
            label: say('action.label'),
            folders: [...labels.values()].map(({ labelId, name, tone }) =>
              pickable(labelId, name, tone, hasAll(labelId)),
            ),
          },
        ]}
        onPick={({ id, checked }) => {
          onClose()
          onToggle(id, !checked)
        }}
        isName={(name) => folderNameProblem(name, 'full', settings.current().emojiEnable) === null}
        // `http` has shown why a name is refused; it stays in the field to be changed.
        onCreate={async (name) => {
          const { labelId, labelName, color } = await folders.createLabel(name)
          return pickable(labelId, labelName, toneOfLabel(color), false)
        }}
      />
      <Button
        variant="text"
        size="small"
        icon="settings"
        onClick={() => {
          onClose()
          go('/set/foldermanagement')
        }}
      >
        {say('label.manage')}
      </Button>
    </>
  )
}
