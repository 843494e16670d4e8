import type { Certificate } from '@yanshu/cms'
import type { IntentInput, IntentOutput } from '@yanshu/contracts'
import { ApiError, isAbort, type LoginScope, loginScope, PartError, settings, t } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { type Cms, fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import { askKeys, type KeyList } from '../open/keyring.ts'
import { readinessOf } from '../writing/readiness.ts'
import { answersEncrypted, chosenWish, usualWish } from '../writing/wish.ts'
import { sealWords } from './sealWords.ts'

const say = (key: string): string => t('remote-keys', key)

/** A draft is saved every few seconds while it is written; keys change rarely, and what is sealed to a former one opens too. */
const KEYS_FRESH_MS = 60_000

/** All certificates of the person that can be encrypted to. */
async function ownCertificates(cms: Cms, keys: Pick<KeyList, 'list'>): Promise<Certificate[]> {
  const nobody = { recipients: [], known: { list: [], announced: [] }, authorities: { list: [], revoked: [] } }
  const { own } = await readinessOf(cms, { from: '', keys, ...nobody, now: Date.now() })
  return own.map(({ certificate }) => certificate)
}

/** The same with what the server has: where none is known here, an authority may have issued one since. */
async function askOwn(cms: Cms, login: LoginScope): Promise<Certificate[]> {
  const ask = (staleTime: number) =>
    queryClient().fetchQuery({ queryKey: ['keys', 'list'], queryFn: () => askKeys(login), staleTime, retry: false })
  const known = await ownCertificates(cms, await ask(KEYS_FRESH_MS))
  return known.length > 0 ? known : ownCertificates(cms, await ask(0))
}

/** Seals the text of a draft that is to be encrypted; its writer needs no PIN for that. Answers as the intent says. */
export async function sealDraft({ content }: IntentInput<'draft.seal'>): Promise<IntentOutput<'draft.seal'>> {
  const login = loginScope()
  const usual = settings.current().general.letterProtection
  const wish = chosenWish(content.options) ?? usualWish(usual, await answersEncrypted(content, login))
  if (wish.encrypt === 'no') return null
  try {
    const cms = await fetchCms()
    const own = await askOwn(cms, login)
    // Such a letter leaves without encryption.
    if (own.length === 0) return wish.encrypt === 'always' ? { refusal: say('drafts.ownMissing') } : null
    const { html, subject } = content
    const words = { html, subject: wish.hideSubject ? subject : null }
    return { sealed: await sealWords(cms, words, own), notice: say('drafts.notice'), hidesSubject: wish.hideSubject }
  } catch (error) {
    // These are of the network: the draft stays on the device, and is saved later.
    if (error instanceof ApiError || error instanceof PartError || isAbort(error)) throw error
    return { refusal: sentenceOf(error, say) }
  }
}
