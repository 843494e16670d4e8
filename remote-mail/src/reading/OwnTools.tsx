import type { SlotProps } from '@yanshu/contracts'
import { useSettings } from '@yanshu/shell-api'
import { FollowUpTool } from '../follow-up/FollowUpTool.tsx'
import { KeepFiles } from './KeepFiles.tsx'

/** The tools of this remote for the mail that is shown: following up, and keeping its files. */
export default function OwnTools(props: SlotProps<'mail.tool'>) {
  const { netdiskEnable } = useSettings()
  return (
    <>
      <FollowUpTool {...props} />
      {netdiskEnable && <KeepFiles {...props} />}
    </>
  )
}
