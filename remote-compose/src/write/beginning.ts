import type { LetterFile, WriteParams } from '@yanshu/contracts'
import type { ServerDraft } from '../draft-sync/draftSync.ts'
import type { LetterWindow } from './mailWindow.ts'
import type { WrittenLetter } from './writtenLetter.ts'

/** What a letter begins as. */
export interface Beginning {
  readonly params: WriteParams
  readonly window: LetterWindow
  /** Key of its journal entry. */
  readonly entryKey: string
  readonly letter: WrittenLetter
  /** Cleaned HTML, or text when the letter is plain. */
  readonly body: string
  /** Which of the signatures are meant for it. */
  readonly signatureUse: 'forNew' | 'forReply'
  readonly attachments: readonly LetterFile[]
  /** Names of files whose upload was cut off. */
  readonly unfinished: readonly string[]
  readonly draft: ServerDraft | null
  /** Whether it holds work that the server does not have. */
  readonly restored: boolean
  /** What its first save names the draft. */
  readonly clientId: string
}

/** A version of the journal and another one on the server: the writer chooses. */
export type ChooseVersion = (keptAt: number) => Promise<'kept' | 'server'>
