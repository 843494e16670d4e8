import {
  folders,
  followServer,
  push,
  queryClient,
  session,
  settings,
  storeOf,
  tabsHost,
  useStore,
} from '@yanshu/shell-api'
import { tellFederationUser } from '../federation-state/federationState.ts'
import { connectIntents } from '../federation-state/remotes.ts'
import { takeChosenLanguage } from '../login/chosenLanguage.ts'

export interface SessionLoad {
  /** Whether the tree of folders, the settings could not be loaded. */
  readonly foldersFailed: boolean
  readonly settingsFailed: boolean
}

const loads = storeOf<SessionLoad>(() => ({ foldersFailed: false, settingsFailed: false }))
export const useSessionLoad = (): SessionLoad => useStore(loads)

/** The settings of the account, and over them the language that was asked for on the login page. */
async function loadSettings(): Promise<void> {
  const { general } = await settings.load()
  const language = takeChosenLanguage()
  // A refusal has been told, and the page speaks the account's language again.
  if (language && language !== general.language) await settings.save('language', language).catch(() => undefined)
}

/** Reads folders and settings again after that failed. */
export async function loadSession(): Promise<void> {
  const [tree, index] = await Promise.allSettled([folders.refresh(), loadSettings()])
  loads.set({ foldersFailed: tree.status === 'rejected', settingsFailed: index.status === 'rejected' })
}

/** What runs while somebody is logged in. Returns how to end it. */
export function runSession(): () => void {
  connectIntents()
  const stop = followServer()
  push.start()
  void loadSession()
  session.loadUser().then(
    () => {
      // The address may have been unknown until now.
      push.start()
      tellFederationUser()
    },
    () => undefined,
  )
  return () => {
    stop()
    push.stop()
  }
}

/** Forgets everything of the user who was here. Remotes keep running: they hold nothing of a session themselves. */
export function forgetSession(): void {
  queryClient.clear()
  tabsHost.reset()
  folders.reset()
  settings.reset()
}
