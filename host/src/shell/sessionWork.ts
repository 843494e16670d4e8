import {
  ApiError,
  folders,
  followServer,
  perLogin,
  push,
  session,
  settings,
  storePerLogin,
  useStore,
} from '@yanshu/shell-api'
import { takeChosenLanguage } from '../login/chosenLanguage.ts'
import { fetchParts } from '../on-demand/onDemand.tsx'
import { afterFirstView, atRestAfterFirstView } from '../outlet/firstView.ts'

export interface SessionLoad {
  /** Whether the folder tree or the settings could not be loaded. */
  readonly foldersFailed: boolean
  readonly settingsFailed: boolean
  /** The folders are those of before, because there is no network. */
  readonly foldersOld: boolean
  /** There are folders, and it is known which views the settings offer beside them. */
  readonly isComplete: boolean
}

const NOTHING: SessionLoad = { foldersFailed: false, settingsFailed: false, foldersOld: false, isComplete: false }
const loads = storePerLogin(() => NOTHING)
export const useSessionLoad = (): SessionLoad => useStore(loads)

/** The language that was chosen on the login page. */
const chosen = perLogin(() => ({ language: takeChosenLanguage() }))

/** The settings of the account, and over them the language that was asked for on the login page. */
async function loadSettings(): Promise<void> {
  const { general } = await settings.load()
  const choice = chosen()
  const { language } = choice
  choice.language = null
  // The refusal has been shown, and the page is in the account's language again.
  if (language && language !== general.language) await settings.save('language', language).catch(() => undefined)
}

/** Reads folders and settings again after that failed. */
export async function loadSession(): Promise<void> {
  const mine = loads.mine()
  const [tree, index] = await Promise.allSettled([folders.refresh(), loadSettings()])
  // What the server refuses is refused; only where it cannot be asked the folders of before are shown.
  const unreachable = tree.status === 'rejected' && tree.reason instanceof ApiError && tree.reason.code === 0
  const foldersOld = unreachable && (await showKept())
  const isComplete = tree.status === 'fulfilled' || foldersOld
  mine.set({ foldersFailed: !isComplete, settingsFailed: index.status === 'rejected', foldersOld, isComplete })
}

const showKept = () =>
  fetchParts().then(
    ({ showKeptFrame }) => showKeptFrame(),
    () => false,
  )

/** Keeps the frame for a start without a network, once its code has come. Returns how to stop. */
function keepFrame(): () => void {
  let stop = () => {}
  let off = false
  fetchParts().then(
    (parts) => {
      if (!off) stop = parts.keepFrame()
    },
    () => undefined,
  )
  return () => {
    off = true
    stop()
  }
}

/** Whether folders and settings of the login have been asked for by {@link beginSession}, and no view has used them yet. */
const asked = perLogin(() => ({ ahead: false }))

/** Asks for folders and settings as soon as the user is logged in, before anything is drawn. */
export function beginSession(): void {
  asked().ahead = true
  void loadSession()
}

/**
 * The screen is locked, or the password must be changed: what was asked ahead was refused, and is asked for again after it.
 */
export function sessionLocked(): void {
  asked().ahead = false
}

/** What runs while a user is logged in. Returns how to end it. */
export function runSession(): () => void {
  chosen()
  // The socket asks for changes since the first answers, so none is missed although the first view is loaded before it.
  const stops = [followServer(), push.onReconnect(askAgain), push.stop, afterFirstView(push.start)]
  stops.push(atRestAfterFirstView(() => stops.push(keepFrame())))
  if (asked().ahead) asked().ahead = false
  else void loadSession()
  loadUser()
  return () => {
    for (const stop of stops) stop()
  }
}

function loadUser(): void {
  session.loadUser().then(
    // The address may have been unknown until now.
    () => void afterFirstView(push.start),
    () => undefined,
  )
}

/** Asks again for what the frame itself could not load. */
function askAgain(): void {
  const { foldersFailed, foldersOld, settingsFailed } = loads.get()
  if (foldersFailed || foldersOld || settingsFailed) void loadSession()
  const state = session.state()
  if (state.status === 'open' && !state.user) loadUser()
}
