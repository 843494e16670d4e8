import type { AnchorHTMLAttributes } from 'react'
import { go } from './navigation.ts'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** A path of the application (`/inbox`). */
  to: string
  /** The address replaces the one before. */
  replace?: boolean
}

/**
 * A link to a path of the application. Opening in another tab or window and downloading are left to the browser. The
 * router's own link would bring the code of its data routes, 6 kB gzip that is not needed.
 */
export function Link({ to, replace = false, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={`#${to}`}
      onClick={(event) => {
        onClick?.(event)
        const { button, altKey, ctrlKey, metaKey, shiftKey } = event
        if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
        event.preventDefault()
        go(to, { replace })
      }}
    />
  )
}
