import { lazyPart } from '@yanshu/shell-api'
import { type ComponentType, Suspense } from 'react'

/** A part that comes when it is wanted; nothing stands in its place until then. */
export function drawnLater<P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) {
  const Part = lazyPart<P>(load)
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
