/** Calls back once a frame has been painted; a hidden page paints none. Returns how to call it off. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const then = () => {
    timer = setTimeout(work, 0)
  }
  const frame = document.hidden ? undefined : requestAnimationFrame(then)
  if (frame === undefined) then()
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
