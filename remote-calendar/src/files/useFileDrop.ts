import { useEffect, useEffectEvent, useState } from 'react'

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Receives files that are dropped anywhere on the dialog in which an element stands. Answers whether files are over it. A
 * dialog beside the grids would otherwise leave them to the browser, which opens the file in place of the page.
 */
export function useFileDrop(element: HTMLElement | null, onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const taken = useEffectEvent(onFiles)
  useEffect(() => {
    const place = element?.closest<HTMLElement>('[role="dialog"]')
    if (!place) return
    let depth = 0
    const ends = new AbortController()
    const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', act: (event: DragEvent) => void) =>
      place.addEventListener(
        name,
        (event) => {
          if (bringsFiles(event)) act(event)
        },
        { capture: true, signal: ends.signal },
      )
    on('dragenter', () => {
      depth += 1
      setOver(true)
    })
    on('dragleave', () => {
      depth -= 1
      if (depth <= 0) setOver(false)
    })
    on('dragover', (event) => {
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    })
    on('drop', (event) => {
      event.preventDefault()
      event.stopPropagation()
      depth = 0
      setOver(false)
      taken([...(event.dataTransfer?.files ?? [])])
    })
    return () => ends.abort()
  }, [element])
  return over
}
