import type {
  FolderLists,
  IndexSettings,
  Language,
  RemoteContributes,
  RemoteModule,
  SocketMessage,
} from '@yanshu/contracts'
import { contributions } from '../contributions/contributions.ts'
import { setPartLoader } from '../contributions/remoteParts.tsx'
import { folders } from '../folders/folders.ts'
import { setNotifier } from '../http/notifier.ts'
import { startMessages } from '../i18n/engine.ts'
import { initI18n } from '../i18n/i18n.ts'
import { intents } from '../intents/intents.ts'
import { followServer } from '../mail-events/followServer.ts'
import { endSession, enterSession, resetSession } from '../session/state.ts'
import { writeTokens } from '../session/tokens.ts'
import { settings } from '../settings/settings.ts'
import { receivePush } from '../socket/push.ts'
import { local } from '../storage/browserStorage.ts'
import { type Answering, answerCalls, EMPTY_FOLDERS, type Responses, type SeenCall } from './answers.ts'

export { EMPTY_FOLDERS, type Responses, type SeenCall, TestFailure } from './answers.ts'
export { type Rendered, renderInShell } from './renderInShell.tsx'

export interface TestShellOptions {
  readonly language?: Language
  /** Who is logged in; null for no login. */
  readonly userMail?: string | null
  readonly settings?: Partial<IndexSettings>
  readonly folders?: FolderLists
  readonly responses?: Responses
  /** What the manifest lists, for slots, intents and pages of the settings. */
  readonly remotes?: readonly TestRemote[]
}

/** A remote of a test: its module, or the parts of it that matter, and what it adds. */
export interface TestRemote {
  readonly remote: RemoteModule
  readonly contributes: RemoteContributes
}

/** Stands in for the host's federation. Returns how to stop. */
function connectRemotes(remotes: readonly TestRemote[]): () => void {
  contributions.set(
    remotes.map(({ remote, contributes }) => ({ remote: remote.contract.name, running: undefined, contributes })),
  )
  setPartLoader(async (name, pick) => {
    const module = remotes.find(({ remote }) => remote.contract.name === name)?.remote
    const part = module && pick(module)
    return part ? { build: name, Part: (await part()).default, failed: () => undefined } : null
  })
  const stops = remotes.map(({ remote, contributes }) =>
    intents.provide(remote.contract.name, remote.intents ?? {}, contributes.intents),
  )
  return () => {
    for (const stop of stops) stop()
    contributions.set([])
  }
}

export interface TestShell {
  /** Every call that was made, in order. */
  readonly calls: readonly SeenCall[]
  /** The errors that the user was shown. */
  readonly errors: readonly string[]
  answer: Answering['answer']
  /** A message of the push socket. */
  emit(message: SocketMessage): void
  stop(): void
}

/**
 * Starts the shell's singletons for a test: logged in, settings and folders loaded, calls answered from memory, no
 * socket. Needs a DOM (happy-dom). Call `stop` afterwards.
 */
export async function startTestShell(options: TestShellOptions = {}): Promise<TestShell> {
  const { language = 'zh', userMail = 'zhang.wei@yanshu.test' } = options
  const errors: string[] = []
  const answering = answerCalls(options.settings ?? {}, options.folders ?? EMPTY_FOLDERS, options.responses ?? {})
  setNotifier({ error: (text) => errors.push(text) })
  startMessages()
  await initI18n(language)
  if (userMail !== null) {
    writeTokens({ accessToken: 'test-access', refreshToken: 'test-refresh' })
    local.set('userMail', userMail)
    enterSession(null, userMail)
    await Promise.all([settings.load(), folders.refresh()])
  }
  const unfollow = followServer()
  const disconnect = connectRemotes(options.remotes ?? [])
  return {
    calls: answering.calls,
    errors,
    answer: answering.answer,
    emit: receivePush,
    stop() {
      unfollow()
      disconnect()
      answering.restore()
      setNotifier(null)
      resetSession()
      endSession()
    },
  }
}
