import { type RefObject, useEffect } from 'react'
import type { Placed } from '../model/placed.ts'

export interface AskedEventOptions {
  /** The key of an event that the address names; null for none, and as long as the events of its day have not come. */
  asked: string | null
  placed: readonly Placed[]
  grid: RefObject<HTMLElement | null>
  onOpen: (placed: Placed, chip: HTMLElement) => void
  /** The address is to go on without the event, so that the same address opens it again. */
  onAsked: () => void
}

/** Opens the event that an address names, where it is seen; one of a calendar that is hidden is not. */
export function useAskedEvent({ asked, placed, grid, onOpen, onAsked }: AskedEventOptions): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once, with what there is then
  useEffect(() => {
    if (asked === null) return
    onAsked()
    const named = placed.find(({ key }) => key === asked)
    const chip = grid.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(asked)}"]`)
    if (!named || !chip) return
    chip.scrollIntoView({ block: 'nearest' })
    onOpen(named, chip)
  }, [asked])
}
