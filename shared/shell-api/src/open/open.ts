import type { OpenLetter, OpenMail } from '@yanshu/contracts'
import { perLogin } from '../login/perLogin.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { useStore } from '../storeOf.ts'

/** What the user is looking at. */
export interface Open {
  readonly mail: OpenMail | null
  readonly letter: OpenLetter | null
}

const NOTHING: Open = { mail: null, letter: null }
const store = storePerLogin<Open>(() => NOTHING)

/** What is shown now: of each kind, the one that was visited last is at the end. */
const offered = perLogin(() => ({ mail: new Map<object, OpenMail>(), letter: new Map<object, OpenLetter>() }))

/** What one view shows, for as long as it does. */
export interface Offer<T> {
  /** What is shown now. `toFront` when the user has just come to it. */
  show(value: T, toFront?: boolean): void
  end(): void
}

function offer<T>(shown: Map<object, T>, set: (newest: T | null) => void): Offer<T> {
  const key = {}
  const publish = () => set([...shown.values()].at(-1) ?? null)
  return {
    show(value, toFront = false) {
      if (toFront) shown.delete(key)
      shown.set(key, value)
      publish()
    },
    end() {
      if (shown.delete(key)) publish()
    },
  }
}

/** What the user has open: read by all remotes, set by the views that show it. Of two, the one that had the focus last. */
export const open = {
  current: (): Open => store.get(),
  subscribe: store.subscribe,
  /** For a view that shows a mail. */
  offerMail: (): Offer<OpenMail> => {
    const mine = store.mine()
    return offer(offered().mail, (mail) => mine.set({ ...mine.get(), mail }))
  },
  /** For a view in which a letter is written. */
  offerLetter: (): Offer<OpenLetter> => {
    const mine = store.mine()
    return offer(offered().letter, (letter) => mine.set({ ...mine.get(), letter }))
  },
}

/** The mail that the user is looking at, in a component. */
export const useOpenMail = (): OpenMail | null => useStore(store).mail
/** The letter that the user is writing, in a component. */
export const useOpenLetter = (): OpenLetter | null => useStore(store).letter
