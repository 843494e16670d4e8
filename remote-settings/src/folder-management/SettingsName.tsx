import { FOLDER_NAME_MAX, FOLDER_NAME_MIN, folderNameProblem, lengthOf } from '@yanshu/contracts'
import { ApiError, useSwitch } from '@yanshu/shell-api'
import { NameDialog, type NameRequest } from '@yanshu/ui/folders'
import { useWords } from '../useWords.ts'

/** Asks for a name of 1 to 30 characters (§5), and for a label its colour. */
export function SettingsName({ request, onClose }: { request: NameRequest; onClose: () => void }) {
  const say = useWords()
  const emojiEnable = useSwitch('emojiEnable')
  return (
    <NameDialog
      request={request}
      problemOf={(name) => {
        const found = folderNameProblem(name, 'full', emojiEnable)
        return found && say(`names.${found}`, { max: FOLDER_NAME_MAX, now: lengthOf(name.trim()) })
      }}
      hint={say('names.hint', { min: FOLDER_NAME_MIN, max: FOLDER_NAME_MAX })}
      refusalOf={(error) => (error instanceof ApiError ? error.message : null)}
      onClose={onClose}
    />
  )
}
