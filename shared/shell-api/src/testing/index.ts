import type { FolderLists, IndexSettings, Language, SocketMessage } from '@yanshu/contracts'
import { folders } from '../folders/folders.ts'
import { setNotifier } from '../http/notifier.ts'
import { initI18n } from '../i18n/i18n.ts'
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
  /** Who is logged in; null for nobody. */
  readonly userMail?: string | null
  readonly settings?: Partial<IndexSettings>
  readonly folders?: FolderLists
  readonly responses?: Responses
}

export interface TestShell {
  /** Every call that was made, in order. */
  readonly calls: readonly SeenCall[]
  /** What the user was told. */
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
  await initI18n(language)
  if (userMail !== null) {
    writeTokens({ accessToken: 'test-access', refreshToken: 'test-refresh' })
    local.set('userMail', userMail)
    enterSession(null, userMail)
    await Promise.all([settings.load(), folders.refresh()])
  }
  const unfollow = followServer()
  return {
    calls: answering.calls,
    errors,
    answer: answering.answer,
    emit: receivePush,
    stop() {
      unfollow()
      answering.restore()
      setNotifier(null)
      resetSession()
      endSession()
    },
  }
}
