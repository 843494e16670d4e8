import {
  addMessages,
  language,
  onLanguage,
  QueryProvider,
  ShellRouter,
  StoreProvider,
  session,
  setNotifier,
  shellStore,
} from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import type { Root } from 'react-dom/client'
import { startFederation } from '../federation-state/federationState.ts'
import { preloadRoute } from '../federation-state/remotes.ts'
import { zh } from '../messages/zh.ts'
import { Shell } from './Shell.tsx'

/** Words of the frame. Chinese ones stand in for what another language lacks, so they are always here. */
const WORDS = {
  zh: () => Promise.resolve(zh),
  en: () => import(/* webpackChunkName: "words-en" */ '../messages/en.ts').then((module) => module.en),
}

const loadWords = async (next: 'zh' | 'en') => addMessages('shell', next, await WORDS[next]())

/** What can be done before anybody has logged in: manifest, words. Cheap to call again. */
export function prepareShell(): void {
  loadWords(language()).catch(() => undefined)
  startFederation().catch(() => undefined)
  if (session.state().status === 'open') preloadRoute(location.hash.slice(1).replace(/^\/?$/, '/inbox'))
}

/** Puts the application on the page. `onLeave` gives the page back to the login. */
export async function mountShell(root: Root, onLeave: (path: string) => void): Promise<void> {
  setNotifier({
    error: (text, how) =>
      notify.error(text, {
        ...(how?.durationMs ? { duration: how.durationMs } : {}),
        ...(how?.code ? { code: `${how.code}` } : {}),
      }),
  })
  prepareShell()
  await loadWords(language())
  const stop = onLanguage(loadWords)
  root.render(
    <StoreProvider store={shellStore}>
      <QueryProvider>
        <ShellRouter>
          <Shell
            onLeave={(path) => {
              stop()
              onLeave(path)
            }}
          />
        </ShellRouter>
      </QueryProvider>
    </StoreProvider>,
  )
}
