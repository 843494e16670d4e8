import type { Certificate } from '@yanshu/cms'
import type { IntentOutput, LetterContent } from '@yanshu/contracts'
import { type LoginScope, t } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { type Cms, fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import { askKeys, type KeyList } from '../open/keyring.ts'
import { readinessOf } from '../writing/readiness.ts'
import type { Wish } from '../writing/wish.ts'
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

/** Why a draft was not sealed, for its writer. */
export const refusalOf = (error: unknown): { refusal: string } => ({ refusal: sentenceOf(error, say) })

/** Seals the text of a draft, and the subject where it is hidden. */
export async function sealContent(
  { html, subject }: LetterContent,
  { encrypt, hideSubject }: Wish,
  login: LoginScope,
): Promise<IntentOutput<'draft.seal'>> {
  const cms = await fetchCms()
  const own = await askOwn(cms, login)
  // Such a letter leaves without encryption.
  if (own.length === 0) return encrypt === 'always' ? { refusal: say('drafts.ownMissing') } : null
  const sealed = await sealWords(cms, { html, subject: hideSubject ? subject : null }, own)
  return { sealed, notice: say('drafts.notice'), hidesSubject: hideSubject }
}
