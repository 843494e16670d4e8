import type { SlotProps } from '@yanshu/contracts'
import { fetchPart, lazyPart, useSettings } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { FollowUpTool } from '../follow-up/FollowUpTool.tsx'

const SaveFiles = lazyPart(async () => {
  const { SaveFiles: tool } = await fetchPart(
    () => import(/* webpackChunkName: "later-documents" */ '../documents/views.ts'),
  )
  return { default: tool }
})

/** The tools of this remote for the mail that is shown: following up, and keeping its files. */
export default function OwnTools(props: SlotProps<'mail.tool'>) {
  const { netdiskEnable } = useSettings()
  return (
    <>
      <FollowUpTool {...props} />
      {netdiskEnable && props.mail.attachments.length > 0 && (
        <Suspense fallback={null}>
          <SaveFiles {...props} />
        </Suspense>
      )}
    </>
  )
}
