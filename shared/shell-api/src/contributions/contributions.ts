import type { IndexSettings, SlotName } from '@yanshu/contracts'
import { type AreaClaim, type Contributes, claimOf, type RouteClaim, type SlotFilling } from '@yanshu/discovery'
import { settings, useSettings } from '../settings/settings.ts'
import { storeOf, useStore } from '../storeOf.ts'

/** What one remote of the manifest adds to the screens of others. */
export interface Contribution {
  readonly remote: string
  /** The build that runs, undefined while none does. */
  readonly running: string | undefined
  readonly contributes: Contributes
}

const store = storeOf<readonly Contribution[]>(() => [])

/** What the remotes of the manifest add, by the versions chosen for this user. Only the host writes it. */
export const contributions = {
  list: store.get,
  subscribe: store.subscribe,
  /** For the host: sets the contributions. The same list again changes nothing. */
  set(next: readonly Contribution[]): void {
    const now = store.get()
    const same =
      now.length === next.length &&
      next.every(
        (one, at) =>
          one.remote === now[at]?.remote && one.running === now[at].running && one.contributes === now[at].contributes,
      )
    if (!same) store.set(next)
  },
}

/** What the manifest has of the route of a path; undefined for one that no remote fills, and before the manifest is there. */
export const routeAt = (path: string): RouteClaim | undefined => {
  for (const { contributes } of store.get()) {
    const claim = claimOf(contributes.routes, path)
    if (claim) return claim
  }
  return undefined
}

/** The area of a path and who brings it; undefined where the path belongs to none, or to one that is not offered. */
export function areaOf(
  all: readonly Contribution[],
  switches: IndexSettings,
  path: string,
): Contributed<AreaClaim> | undefined {
  for (const { remote, running, contributes } of all) {
    const name = claimOf(contributes.routes, path)?.area
    const area = name === undefined ? undefined : contributes.areas?.find((one) => one.area === name)
    if (area) return isOffered(area, switches) ? { ...area, remote, running } : undefined
  }
  return undefined
}

export const useContributions = (): readonly Contribution[] => useStore(store)

/** Whether a place is offered: the switch it depends on is on, or the person has the role. What is not known is off. */
export const isOffered = ({ when }: { readonly when?: string | undefined }, switches: IndexSettings): boolean =>
  when === undefined || Boolean(Reflect.get(switches, when)) || switches.roles.some((role) => role === when)

/** Whether switches offer a place, in a component. */
export function useOffered(): (place: { readonly when?: string | undefined }) => boolean {
  const switches = useSettings()
  return (place) => isOffered(place, switches)
}

/** An entry of a list of contributions, with who made it. */
export type Contributed<T> = T & { readonly remote: string; readonly running: string | undefined }

/** Entries of all remotes that the switches offer, by their order and then by the remote's name. */
export function offeredOf<T extends { readonly order?: number; readonly when?: string }>(
  all: readonly Contribution[],
  switches: IndexSettings,
  pick: (contributes: Contributes) => readonly T[] | undefined,
): readonly Contributed<T>[] {
  return all
    .flatMap(({ remote, running, contributes }) =>
      (pick(contributes) ?? [])
        .filter((entry) => isOffered(entry, switches))
        .map((entry): Contributed<T> => ({ ...entry, remote, running })),
    )
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.remote.localeCompare(b.remote))
}

interface Fillings {
  readonly all: readonly Contribution[]
  readonly switches: IndexSettings
  readonly offered: readonly Contributed<SlotFilling>[]
  readonly bySlot: Map<string, readonly Contributed<SlotFilling>[]>
}
let fillings: Fillings | null = null

/** The fillers of a slot, the same list until remotes or switches change: slots stand on every row of a list. */
function fillersOf(slot: SlotName): readonly Contributed<SlotFilling>[] {
  const all = store.get()
  const switches = settings.current()
  if (fillings?.all !== all || fillings.switches !== switches) {
    fillings = { all, switches, offered: offeredOf(all, switches, ({ slots }) => slots), bySlot: new Map() }
  }
  const { offered, bySlot } = fillings
  const known = bySlot.get(slot) ?? offered.filter((entry) => entry.slot === slot)
  bySlot.set(slot, known)
  return known
}

const subscribe = (fn: () => void): (() => void) => {
  const stops = [store.subscribe(fn), settings.subscribe(fn)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The fillers of a slot in a component. */
export const useFillers = (slot: SlotName): readonly Contributed<SlotFilling>[] =>
  useStore({ subscribe, get: () => fillersOf(slot) })

/** Which remote declares that it answers an intent in this major. */
export const answererOf = (intent: string, major: number): string | undefined =>
  store.get().find(({ contributes }) => contributes.intents?.[intent] === major)?.remote
