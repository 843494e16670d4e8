import { type RefObject, useEffect, useId } from 'react'

const FOOT = '--notice-foot'
const OWNER = '--notice-foot-owner'

/**
 * Keeps notices above a foot of buttons at the bottom of the window for as long as the foot is seen, so that none of
 * them covers what sends or deletes. A view that is hidden but stays mounted gives the place free.
 */
export function useNoticesAbove(foot: RefObject<HTMLElement | null>): void {
  const id = useId()
  useEffect(() => {
    const element = foot.current
    if (!element) return
    const { style } = document.documentElement
    const release = () => {
      if (style.getPropertyValue(OWNER) !== id) return
      style.removeProperty(FOOT)
      style.removeProperty(OWNER)
    }
    const measure = () => {
      const { top, height } = element.getBoundingClientRect()
      if (height === 0) return release()
      style.setProperty(FOOT, `${Math.max(0, window.innerHeight - top)}px`)
      style.setProperty(OWNER, id)
    }
    // Called when the foot comes, grows, and when its view is shown or hidden.
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', measure)
      release()
    }
  }, [foot, id])
}
