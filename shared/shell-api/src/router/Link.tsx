import type { AnchorHTMLAttributes } from 'react'
import { go } from './navigation.ts'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** A path of the application (`/inbox`). */
  to: string
  /** The address takes the place of the one before. */
  replace?: boolean
}

/**
 * A link to a path of the application. What the browser does with a link itself (another tab, a window, a download)
 * stays the browser's. The router's own link brings the code of its data routes with it, 6 kB gzip that nothing here needs.
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
