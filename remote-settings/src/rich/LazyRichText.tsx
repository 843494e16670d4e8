import { lazyPart } from '@yanshu/shell-api'
import { type ComponentProps, Suspense } from 'react'
import type RichTextField from './RichText.tsx'
import css from './rich.module.css'

const Field = lazyPart(() => import('./RichText.tsx'))

/** The field for a formatted text; it comes with the first page that asks for one. */
export function RichText(props: ComponentProps<typeof RichTextField>) {
  return (
    <Suspense fallback={<div className={css.box} />}>
      <Field {...props} />
    </Suspense>
  )
}
