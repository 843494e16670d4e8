import type { IndexSettings } from '@yanshu/contracts'
import { type Contribution, contributions, offeredOf, settings } from '@yanshu/shell-api'

type LetterSlot = 'letter.option' | 'letter.check'

/** The remotes that fill a slot of the letter, in their order. */
export const fillersOf = (slot: LetterSlot, all: readonly Contribution[], switches: IndexSettings) =>
  offeredOf(all, switches, ({ slots }) => slots?.filter((one) => one.slot === slot && one.major === 1))

/** The same at this moment. */
export const fillersNow = (slot: LetterSlot) => fillersOf(slot, contributions.list(), settings.current())

/** Whose options are acted on here: those of the mail service, and of the remotes that draw options or check letters. */
export const optionOwners = (): ReadonlySet<string> =>
  new Set([
    'mail',
    ...(['letter.option', 'letter.check'] as const).flatMap((slot) => fillersNow(slot).map(({ remote }) => remote)),
  ])
