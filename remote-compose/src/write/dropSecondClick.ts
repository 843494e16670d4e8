/**
 * Drops the second click of a double one, which is meant for the button that closes its view, and would press what stands
 * in its place by then. The next single click works again.
 */
export function dropSecondClick(): void {
  const control = new AbortController()
  const drop = (event: MouseEvent) => {
    if (event.detail <= 1) {
      control.abort()
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const how = { capture: true, signal: control.signal }
  window.addEventListener('click', drop, how)
  window.addEventListener('dblclick', drop, how)
}
