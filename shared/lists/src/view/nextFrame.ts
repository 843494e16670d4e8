const waiting = new Set<() => void>()

/** Calls back, together with all others that wait, when the frame of what has just been done is painted. */
export function afterFrame(work: () => void): void {
  if (waiting.size === 0) {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const all = [...waiting]
        waiting.clear()
        for (const one of all) one()
      }),
    )
  }
  waiting.add(work)
}

/** Calls off what {@link afterFrame} was asked for. */
export const callOffFrame = (work: () => void): void => void waiting.delete(work)
