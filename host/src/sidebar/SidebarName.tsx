import { FOLDER_NAME_MAX, FOLDER_NAME_MAX_QUICK, folderNameProblem } from '@yanshu/contracts'
import { ApiError, useSwitch, useT } from '@yanshu/shell-api'
import { NameDialog, type NameRequest } from '@yanshu/ui/folders'

/** The name of a folder or label, within the length limit of the sidebar; a longer one that was there may keep its length. */
export default function SidebarName({ request, onClose }: { request: NameRequest; onClose: () => void }) {
  const say = useT('shell')
  const emojiEnable = useSwitch('emojiEnable')
  const reading = [...request.name].length > FOLDER_NAME_MAX_QUICK ? 'full' : 'quick'
  const max = reading === 'full' ? FOLDER_NAME_MAX : FOLDER_NAME_MAX_QUICK
  return (
    <NameDialog
      request={request}
      problemOf={(name) => {
        const found = folderNameProblem(name, reading, emojiEnable)
        return found && say(`names.${found}`, { max })
      }}
      hint={say('names.hint', { max })}
      refusalOf={(error) => (error instanceof ApiError ? error.message : null)}
      onClose={onClose}
    />
  )
}
