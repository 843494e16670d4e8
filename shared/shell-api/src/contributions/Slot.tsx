import type { SlotName, SlotProps, Slots } from '@yanshu/contracts'
import { type ReactNode, useEffect } from 'react'
import { useFillers } from './contributions.ts'
import { RemotePart } from './remoteParts.tsx'

export interface SlotPlaceProps<N extends SlotName> {
  name: N
  /** The major of the slot's contract that this place was written for; fillers of another one are passed over, which the console names. */
  major: Slots[N]['major']
  props: SlotProps<N>
  /** What is the case here, for fillers that are meant for some cases only; see {@link Slots}. */
  facts?: readonly string[]
  /** Around each filler that is shown, such as a list item. */
  wrap?: (filler: ReactNode) => ReactNode
}

/**
 * A place that other remotes fill: their components, in order, each loaded when it is shown. Without a filler, while
 * one loads, and when one fails, there is nothing.
 *
 * ```tsx
 * <Slot name="mail.card" major={1} facts={mimeTypes} props={{ mail, port }} />
 * ```
 */
export function Slot<N extends SlotName>({ name, major, props, facts, wrap }: SlotPlaceProps<N>) {
  const fillers = useFillers(name)
  const others = fillers.filter((filler) => filler.major !== major).map(({ remote }) => remote)
  const unfit = others.join(', ')
  useEffect(() => {
    if (unfit) console.warn(`${name}: ${unfit} fills another major than ${major}`)
  }, [name, major, unfit])
  if (fillers.length === 0) return null
  return fillers
    .filter((filler) => filler.major === major && (!filler.for || filler.for.some((fact) => facts?.includes(fact))))
    .map(({ remote, running }) => (
      <RemotePart<SlotProps<N>>
        key={remote}
        remote={remote}
        running={running}
        name={name}
        pick={({ slots }) => slots?.[name]}
        props={props}
        wrap={wrap}
      />
    ))
}
