import type { ViewProps } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Skeleton } from '@yanshu/ui'
import { Suspense } from 'react'
import { fetchPrint } from './fetchPrint.ts'

const PrintPage = lazyPart(async () => ({ default: (await fetchPrint()).PrintPage }))

/** `/print/{boxId}/{id}`. It comes with what draws mails, which the page needs: without it that would be fetched in two halves. */
export default function PrintRoute(props: ViewProps) {
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <PrintPage {...props} />
    </Suspense>
  )
}
