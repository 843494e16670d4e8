import {
  addMessages,
  answerWithoutNetwork,
  fetchPart,
  forgetJournal,
  LoginProvider,
  language,
  offlineParts,
  onLanguage,
  ShellRouter,
  session,
  setNotifier,
  startMessages,
} from '@yanshu/shell-api'
import { clearNotices, dropQuestions, notify } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { returnPath } from '../entry/guard.ts'
import { startFederation } from '../federation-state/federationState.ts'
import { connectSeams, fetchCodeOf, preloadRoute } from '../federation-state/remotes.ts'
import zh from '../messages/zh.ts?part=first'
import { Shell } from './Shell.tsx'
import { beginSession } from './sessionWork.ts'

/** Words of the frame. Chinese ones are used where another language has none, so they are always loaded. */
const WORDS = {
  zh: () => Promise.resolve(zh),
  en: () =>
    fetchPart(() => import(/* webpackChunkName: "words-en" */ '../messages/en.ts')).then((module) => module.default),
}

const loadWords = async (next: 'zh' | 'en') => addMessages('shell', next, await WORDS[next]())

/**
 * What can be done before the login: manifest, messages, the code of the first view. After the login,
 * the data of the first view is requested. Cheap to call again.
 */
export function prepareShell(): void {
  startMessages()
  answerWithoutNetwork(offlineParts)
  connectSeams()
  loadWords(language()).catch(() => undefined)
  startFederation().catch(() => undefined)
  const path = location.hash.slice(1) || '/'
  if (session.state().status === 'open') preloadRoute(path)
  // What can't be had now is asked for again, and explained, when it is needed.
  else {
    fetchCodeOf(returnPath(path)).catch(() => undefined)
    // Also after a sign-out in another window, and of a session that expired and was given up.
    forgetJournal().catch(() => undefined)
  }
}

/** Renders the application. `onLeave` shows the login page again. */
export async function mountShell(show: (page: ReactNode) => void, onLeave: (path: string) => void): Promise<void> {
  setNotifier({
    error: (text, how) =>
      notify.error(text, {
        ...(how?.durationMs ? { duration: how.durationMs } : {}),
        ...(how?.code ? { code: `${how.code}` } : {}),
      }),
  })
  prepareShell()
  if (session.state().status === 'open') beginSession()
  await loadWords(language())
  const stops = [
    onLanguage(loadWords),
    // Notices for this user are not shown to the next one.
    session.subscribe(() => {
      if (session.state().status === 'open') return
      clearNotices()
      dropQuestions()
    }),
  ]
  show(
    <LoginProvider>
      <ShellRouter>
        <Shell
          onLeave={(path) => {
            for (const stop of stops) stop()
            onLeave(path)
          }}
        />
      </ShellRouter>
    </LoginProvider>,
  )
}
