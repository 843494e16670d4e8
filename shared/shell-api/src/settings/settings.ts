import type { GeneralSettings, IndexSettings } from '@yanshu/contracts'
import { http } from '../http/http.ts'
import { rememberLook } from '../storage/look.ts'
import { storeOf, useStore } from '../storeOf.ts'
import { defaultSettings } from './defaults.ts'

const store = storeOf<IndexSettings>(defaultSettings)
/** What the server said last, without the changes that are still under way. */
let confirmed: GeneralSettings | null = null
/** Changes under way, oldest first. */
let pending: { readonly change: Partial<GeneralSettings> }[] = []

function show(index: IndexSettings, general: GeneralSettings): void {
  const shown: GeneralSettings = Object.assign({}, general, ...pending.map((one) => one.change))
  rememberLook(shown)
  store.set({ ...index, general: shown })
}

/** Shows a change at once, sends it, and takes it back when the server refuses (http has then said why). */
async function change(part: Partial<GeneralSettings>, send: () => Promise<GeneralSettings>): Promise<void> {
  const entry = { change: part }
  confirmed ??= store.get().general
  pending = [...pending, entry]
  show(store.get(), confirmed)
  try {
    confirmed = await send()
  } finally {
    pending = pending.filter((one) => one !== entry)
    show(store.get(), confirmed)
  }
}

/** What the user and the operator have set (§3, Settings). */
export const settings = {
  /** Asks the server for everything. Until it answers, {@link settings.current} gives defaults. */
  async load(): Promise<IndexSettings> {
    const index = await http.post('mail/main/index')
    confirmed = index.general
    show(index, index.general)
    return store.get()
  },

  /** Saves one setting. It is shown at once and taken back when that fails; the promise then rejects. */
  save: <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K]): Promise<void> => {
    const part: Partial<GeneralSettings> = {}
    part[key] = value
    return change(part, () => http.post('mail/main/generalConfig/single/update', { key, value }))
  },

  /** Saves several at once, all or none. */
  saveAll: (part: Partial<GeneralSettings>): Promise<void> =>
    change(part, () => http.post('mail/main/generalConfig/save', part)),

  current: (): IndexSettings => store.get(),
  subscribe: store.subscribe,

  /** Forgets what the server said, for the next user. */
  reset(): void {
    confirmed = null
    pending = []
    store.set(defaultSettings())
  },
}

export const useSettings = (): IndexSettings => useStore(store)
export const useGeneral = (): GeneralSettings => useStore(store).general
