import type { IntentInput, IntentOutput } from '@yanshu/contracts'
import { showDialog } from '@yanshu/files/dialog'
import { loginScope, perLogin, t } from '@yanshu/shell-api'
import { fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import { askKeys, heldKeys, readOpenKeys } from '../open/keyring.ts'
import PinQuestion from '../writing/PinQuestion.tsx'
import { openWords } from './sealWords.ts'

const say = (key: string): string => t('remote-keys', key)

/** The question for the PIN that is open: several drafts that are opened at once ask once. */
const question = perLogin<{ asked: Promise<boolean> | null }>(() => ({ asked: null }))

function askPin(): Promise<boolean> {
  const mine = question()
  mine.asked ??= showDialog(false, (done) => <PinQuestion onAnswer={done} />).finally(() => {
    mine.asked = null
  })
  return mine.asked
}

/** Opens a sealed draft with the keys of the person, after the PIN where they are closed. Answers as the intent defines. */
export async function openDraft({ sealed }: IntentInput<'draft.open'>): Promise<IntentOutput<'draft.open'>> {
  const login = loginScope()
  if (!readOpenKeys() && !(await askPin())) return { refusal: say('drafts.locked') }
  const open = readOpenKeys()
  if (!open) return { refusal: say('drafts.locked') }
  try {
    const [cms, keys] = await Promise.all([fetchCms(), askKeys(login)])
    return await openWords(cms, sealed, heldKeys(cms, open, keys))
  } catch (error) {
    return { refusal: sentenceOf(error, say) }
  }
}
