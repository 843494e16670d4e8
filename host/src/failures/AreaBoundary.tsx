import { useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import css from './failures.module.css'

interface AreaProps {
  area: 'topBar' | 'sidebar' | 'tabs' | 'notices' | 'bottomBar' | 'layer'
  /** The landmark that the area is, so that its place in the frame is kept. */
  as?: 'header' | 'div'
  /** Another control, where the area held the only one for something. */
  action?: ReactNode
  children: ReactNode
}

/** An area of the frame. When it fails, a line in its place offers to try again. The rest stays usable. */
export function AreaBoundary({ area, as: Tag = 'div', action, children }: AreaProps) {
  const say = useT('shell')
  return (
    <Boundary
      fallback={(again) => (
        <Tag className={css.area} role="alert">
          <span>{say('failures.area', { area: say(`failures.${area}`) })}</span>
          <Button size="small" icon="refresh" onClick={again}>
            {say('outlet.retry')}
          </Button>
          {action}
        </Tag>
      )}
    >
      {children}
    </Boundary>
  )
}
