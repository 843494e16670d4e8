import type { GeneralSettings, IndexSettings, Switches, SwitchName } from '@yanshu/contracts'
import { type CallOptions, http } from '../http/http.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { takeStart } from '../session/start.ts'
import { parseJson, perTab } from '../storage/browserStorage.ts'
import { rememberLook } from '../storage/look.ts'
import { useStore, type ValueStore } from '../storeOf.ts'
import { defaultSettings } from './defaults.ts'

const store = storePerLogin<IndexSettings>(defaultSettings)

/** What is known of one login's settings, beside what is shown. */
interface Known {
  readonly login: LoginScope
  readonly shown: ValueStore<IndexSettings>
  /** The settings as the server sent them last, without changes that are still under way. */
  confirmed: GeneralSettings | null
  /** Changes under way, oldest first. */
  pending: { readonly change: Partial<GeneralSettings> }[]
  /** How many changes have been answered. */
  answered: number
}

const known = perLogin<Known>((login) => ({ login, shown: store.mine(), confirmed: null, pending: [], answered: 0 }))

/** Where this window keeps the changes of an account that are under way, over a reload. */
const unanswered = ({ login }: Known): string => `yanshu.unanswered.${login.userMail}`

function show(mine: Known, index: IndexSettings, confirmed: GeneralSettings): void {
  const { login, shown, pending } = mine
  const changes: Partial<GeneralSettings> = Object.assign({}, ...pending.map((one) => one.change))
  const general = { ...confirmed, ...changes }
  if (!login.signal.aborted) {
    rememberLook(general)
    perTab.set(unanswered(mine), pending.length > 0 ? JSON.stringify(changes) : null)
  }
  shown.set({ ...index, general })
}

/** Shows a change at once, sends it, and undoes it when the server refuses (`http` shows why). */
async function change(
  part: Partial<GeneralSettings>,
  send: (how: CallOptions) => Promise<GeneralSettings>,
): Promise<void> {
  const mine = known()
  const { shown } = mine
  const entry = { change: part }
  mine.confirmed ??= shown.get().general
  mine.pending = [...mine.pending, entry]
  show(mine, shown.get(), mine.confirmed)
  try {
    // The page may go before the answer comes.
    mine.confirmed = await send({ keepalive: true })
  } finally {
    mine.pending = mine.pending.filter((one) => one !== entry)
    mine.answered += 1
    show(mine, shown.get(), mine.confirmed)
  }
}

/** What the user and the operator have set (§3, Settings). */
export const settings = {
  /** Asks the server for everything that the login has not answered. Until it answers, {@link settings.current} gives defaults. */
  async load(): Promise<IndexSettings> {
    const mine = known()
    let index: IndexSettings
    let answered: number
    // An answer may have been read before a change that was answered meanwhile, and would show what was chosen before it.
    do {
      answered = mine.answered
      index = takeStart('index') ?? (await http.post('mail/main/index'))
    } while (answered !== mine.answered)
    mine.confirmed = index.general
    const left = mine.pending.length === 0 && parseJson(perTab.get(unanswered(mine)))
    show(mine, index, index.general)
    // A reload came before the answer. What is refused now is reported and undone.
    if (typeof left === 'object' && left) settings.saveAll(left).catch(() => undefined)
    return mine.shown.get()
  },

  /**
   * Saves one setting. It is shown at once and taken back when that fails; the promise then rejects. Who closes the window
   * or loads the page anew before the server has answered loses nothing.
   */
  save: <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K]): Promise<void> => {
    const part: Partial<GeneralSettings> = {}
    part[key] = value
    return change(part, (how) => http.post('mail/main/generalConfig/single/update', { key, value }, how))
  },

  /** Saves several at once, all or none. */
  saveAll: (part: Partial<GeneralSettings>): Promise<void> =>
    change(part, (how) => http.post('mail/main/generalConfig/save', part, how)),

  current: (): IndexSettings => store.get(),
  subscribe: store.subscribe,
}

/** The value of a switch for this user; it follows the operator's changes within seconds. Off until the server has answered. */
export const useSwitch = <N extends SwitchName>(name: N): Switches[N] => useStore(store)[name]

export const useSettings = (): IndexSettings => useStore(store)
export const useGeneral = (): GeneralSettings => useStore(store).general
