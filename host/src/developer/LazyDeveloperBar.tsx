import { lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'

const Bar = lazyPart(() => import(/* webpackChunkName: "developer" */ './DeveloperBar.tsx'))

/** The bar of developers; it comes only where the platform allows it. */
export const DeveloperBar = () => (
  <Suspense fallback={null}>
    <Bar />
  </Suspense>
)
