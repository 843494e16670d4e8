import { lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import type { FindTimeProps } from '../find-time/FindTimeDialog.tsx'

const Dialog = lazyPart<FindTimeProps>(() => import('../find-time/FindTimeDialog.tsx'))

/** The dialog that finds a time, loaded when it is opened. */
export const FindTime = (props: FindTimeProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
