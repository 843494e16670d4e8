import type { BeaconFact, VitalName } from '@yanshu/contracts'
import { onCLS, onFCP, onLCP, onTTFB } from 'web-vitals'
import type { Owner } from './facts.ts'

/** By default the browser does not report shorter ones, and a person does not notice them. */
const INTERACTION_MIN_MS = 40
/** `CLS` is sent in thousandths. */
const THOUSANDTHS = 1_000

type Vital = Extract<BeaconFact, { kind: 'vital' }>

/** What is measured of the views until it is taken. */
export interface Vitals {
  /** What was measured since the last time: of interactions the slowest, by whose view it was in. */
  take(): Vital[]
}

/**
 * Measures the views of this page (web.dev/vitals). Painting and shifting are those of the page's first view; the slowest
 * interaction is reported again and again, because a page of this product stays open for days.
 * @param shownAt whose view was seen, at a time of `performance.now()`
 */
export function measureVitals(shownAt: (time: number) => Owner): Vitals {
  const ready: Vital[] = []
  const slowest = new Map<string, { owner: Owner; value: number }>()
  const put = (owner: Owner, name: VitalName, value: number) => ready.push({ kind: 'vital', ...owner, name, value })

  const onTime = ({ name, value }: { name: string; value: number }) => {
    if (name === 'CLS') put(shownAt(0), 'CLS', Math.round(value * THOUSANDTHS))
    else if (name === 'LCP' || name === 'FCP' || name === 'TTFB') put(shownAt(value), name, Math.round(value))
  }
  onCLS(onTime)
  onFCP(onTime)
  onLCP(onTime)
  onTTFB(onTime)

  if (PerformanceObserver.supportedEntryTypes.includes('event')) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'interactionId')) continue
        const owner = shownAt(entry.startTime)
        const before = slowest.get(owner.remote)
        if (!before || before.value < entry.duration) slowest.set(owner.remote, { owner, value: entry.duration })
      }
    })
    const options = { type: 'event', durationThreshold: INTERACTION_MIN_MS, buffered: true }
    observer.observe(options)
  }
  return {
    take: () => {
      for (const { owner, value } of slowest.values()) put(owner, 'INP', Math.round(value))
      slowest.clear()
      return ready.splice(0)
    },
  }
}
