import type { Place } from '../delivery/placement.ts'
import type { Keeps } from './deliveryStep.ts'

/** A recipient as the mail was addressed. */
export interface Addressed {
  readonly address: string
  /** Null for an address that no account has; a step must claim it. */
  readonly accountId: number | null
}

/** What has been decided for one recipient so far; one for each account, however many of its addresses were named. */
export interface PlannedRecipient extends Addressed {
  /** `elsewhere`: reached by the relay. `unknown` and `gone`: named by a replacement, and cannot be reached. */
  state: 'deliver' | 'refused' | 'discarded' | 'replaced' | 'elsewhere' | 'unknown' | 'gone'
  place: Place
  seen: boolean
  color: number
  quiet: boolean
  labelIds: readonly number[]
  /** No further step is asked. */
  last: boolean
  refusal: { readonly status: string; readonly reason: string } | null
  /** Who gets the mail instead, or beside it. */
  targets: readonly PlannedRecipient[]
  readonly notes: Note[]
  readonly effects: Effect[]
}

/** A new row of `delivery_verdict`. */
export interface Note {
  readonly step: string
  readonly outcome: string
  readonly key: string
  /** JSON. */
  readonly detail: string
}

/** A new row of `delivery_effect`. */
export interface Effect {
  readonly step: string
  /** JSON. */
  readonly data: string
  /** What it keeps until it is done. */
  readonly keeps: Keeps
}

export const plannedRecipient = (
  address: string,
  accountId: number | null,
  state: PlannedRecipient['state'] = 'deliver',
): PlannedRecipient => ({
  address,
  accountId,
  state,
  place: { role: 'inbox' },
  seen: false,
  color: 0,
  quiet: false,
  labelIds: [],
  last: false,
  refusal: null,
  targets: [],
  notes: [],
  effects: [],
})

export const noteOf = (step: string, outcome: string, detail: object = {}, key = ''): Note => ({
  step,
  outcome,
  key,
  detail: JSON.stringify(detail),
})
