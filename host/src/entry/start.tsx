import {
  addMessages,
  fetchPart,
  initI18n,
  platform,
  rememberedHere,
  rememberedLook,
  rememberHere,
  session,
  setClientName,
} from '@yanshu/shell-api'
import { applyTheme, setUiLanguage } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { RootBoundary } from '../failures/RootBoundary.tsx'
import { REPORTING } from '../failures/reportFailure.ts'
import { LoginPage } from '../login/LoginPage.tsx'
import { en } from '../login/messages/en.ts'
import { zh } from '../login/messages/zh.ts'
import { StartFailed, Starting } from '../login/Starting.tsx'
import { guard, loginPath, returnPath } from './guard.ts'
import { mobileSite } from './mobileSite.ts'

const hashPath = () => location.hash.slice(1) || '/'

let fetching: ReturnType<typeof importShell> | null = null
const importShell = () => fetchPart(() => import(/* webpackChunkName: "shell" */ '../shell/mountShell.tsx'))

/** The application's code, asked for once; after a failure asked for again. */
function fetchShell(): ReturnType<typeof importShell> {
  fetching ??= importShell().catch((error: unknown) => {
    fetching = null
    throw error
  })
  return fetching
}

const atIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 2_000 }) : setTimeout(work, 200)

type Show = (page: ReactNode) => void

async function openShell(show: Show, onLeave: (path: string) => void): Promise<void> {
  try {
    const { mountShell } = await fetchShell()
    await mountShell(show, onLeave)
  } catch (error) {
    console.error(error)
    show(<StartFailed />)
  }
}

function start(): void {
  const look = rememberedLook()
  applyTheme({ skin: look.skin, mode: look.colorMode, fontSize: look.fontSize })
  setUiLanguage(look.language)
  void initI18n(look.language)
  addMessages('login', 'zh', zh)
  addMessages('login', 'en', en)
  setClientName(`host/${__HOST_VERSION__}`)

  const holder = document.getElementById('root')
  if (!holder) throw new Error('The page has no #root')
  const root = createRoot(holder, REPORTING)
  const show: Show = (page) => root.render(<RootBoundary>{page}</RootBoundary>)
  let opened = false
  /** Who was last here, in this tab. */
  let lastHere = rememberedHere()
  const whoIsHere = () => {
    const state = session.state()
    return state.status === 'open' ? state.userMail.toLowerCase() : ''
  }

  const open = () => {
    opened = true
    lastHere = whoIsHere()
    rememberHere(lastHere)
    void openShell(show, (path) => {
      opened = false
      history.replaceState(null, '', `#${path}`)
      decide()
    })
  }

  function decide(): void {
    if (opened) return
    const state = session.state()
    const facts = {
      open: state.status === 'open',
      userMail: state.status === 'open' ? state.userMail : '',
      isChangePassword: 0,
    } as const
    const path = hashPath()
    const verdict = guard(path, facts, null)
    if ('go' in verdict) {
      history.replaceState(null, '', `#${session.hasLeft(lastHere) ? loginPath(verdict.go) : verdict.go}`)
      decide()
    } else if (verdict.show === 'login') {
      const done = () => {
        // Another user does not start where the one before was.
        const back = !lastHere || lastHere === whoIsHere()
        history.replaceState(null, '', `#${back ? returnPath(hashPath()) : '/'}`)
        open()
      }
      const [asked = '', query = ''] = path.split('?')
      const parameters = new URLSearchParams(query)
      const fromSso = parameters.has('sso')
      // Asked about once: not again when the page is loaded again.
      parameters.delete('sso')
      if (fromSso) history.replaceState(null, '', `#${asked}?${parameters}`)
      // Not before the form is there: on a slow line it would come later by what is fetched ahead.
      const drawn = () => {
        atIdle(() => {
          void fetchShell().then(
            ({ prepareShell }) => prepareShell(),
            () => undefined,
          )
        })
      }
      show(<LoginPage onDone={done} onDrawn={drawn} back={returnPath(path)} fromSso={fromSso} />)
    } else {
      show(<Starting />)
      open()
    }
  }

  window.addEventListener('hashchange', decide)
  decide()
}

/** Starts the page: elsewhere for mobile browsers where an operator has chosen so, here otherwise. */
export function startPage(): void {
  const elsewhere = mobileSite(platform().mobileUrl, navigator.userAgent, location.href)
  if (elsewhere) location.replace(elsewhere)
  else start()
}
