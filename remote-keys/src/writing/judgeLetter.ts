import type { PrivateKey } from '@yanshu/cms'
import {
  BLIND_COPIES_MAX,
  isRestricted,
  type LetterContent,
  type LetterVerdict,
  type MailAddress,
  optionOf,
} from '@yanshu/contracts'
import { type LoginScope, session } from '@yanshu/shell-api'
import { type Cms, fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import { readOpenKeys } from '../open/keyring.ts'
import type { Say } from '../useWords.ts'
import { approvalQuestion } from './approvalQuestion.ts'
import { askReadiness } from './askReadiness.ts'
import { newCode } from './newCode.ts'
import { type Protecting, type Protection, protectLetter, withReadableFiles } from './protectLetter.ts'
import {
  type Choice,
  type ChosenCertificate,
  choose,
  type OwnCertificate,
  type Readiness,
  withoutCodes,
} from './readiness.ts'
import { stateWords } from './stateWords.ts'
import type { Wish } from './wish.ts'

/** What a letter was judged by: what is sent is made by the same certificates. */
export interface Plan {
  readonly cms: Cms
  readonly readiness: Readiness
  readonly sign: boolean
  readonly encrypt: boolean
  readonly hideSubject: boolean
  /** The code for recipients without a certificate, with their addresses; null where all have one. */
  readonly outside: { readonly code: string; readonly addresses: ReadonlySet<string> } | null
}

export interface Judging {
  readonly wish: Wish
  /** Whether the writer has chosen it for this letter: then it does not leave otherwise. */
  readonly isChosen: boolean
  readonly say: Say
  readonly login: LoginScope
  /** Aborted when the writer gives up. */
  readonly signal: AbortSignal
  /** Asks for the PIN; false when it was not entered. */
  readonly askPin: () => Promise<boolean>
}

export interface Judged {
  readonly verdict: LetterVerdict | null
  /** Null where the letter leaves as it is. */
  readonly plan: Plan | null
}

const everybody = ({ to, cc, bcc }: LetterContent): readonly MailAddress[] => [...to, ...cc, ...bcc]

/** Why no letter of this kind can be protected, or not encrypted; null for none. */
function barrierOf(content: LetterContent, encrypts: boolean): string | null {
  if (optionOf(content.options, 'mail.separately')) return 'separately'
  if (isRestricted(optionOf(content.options, 'mail.reading'))) return 'restricted'
  return encrypts && content.bcc.length > BLIND_COPIES_MAX ? 'blind' : null
}

const refuse = (refusal: string): Judged => ({ verdict: { refuse: refusal }, plan: null })

/** What a letter leaves without, where its writer only has it by default: the writer is asked. */
const askWithout = (say: Say, why: string): Judged => ({
  verdict: {
    ask: { title: say('write.without.title'), text: why, yes: say('write.without.yes'), no: say('write.without.no') },
  },
  plan: null,
})

/** Judges whether a letter can be protected as it is to be, and asks for the PIN where it is signed. */
export async function judgeLetter(content: LetterContent, judging: Judging): Promise<Judged> {
  const { wish, isChosen, say, login } = judging
  const isSure = isChosen || wish.encrypt === 'always'
  const barrier = barrierOf(content, wish.encrypt === 'always')
  if (barrier) {
    const why = say(`write.barriers.${barrier}`, { count: BLIND_COPIES_MAX })
    return isSure ? refuse(why) : askWithout(say, why)
  }
  const from = content.from || ownAddress()
  const { cms, readiness: asked } = await askReadiness({ from, recipients: everybody(content) }, login)
  const isByCode = wish.byCode === true && wish.encrypt === 'always'
  const { codes, ...readiness } = isByCode
    ? withoutCodes(asked, new Set(content.bcc.map(({ address }) => address.trim().toLowerCase())))
    : { ...asked, codes: new Set<string>() }
  const outside = codes.size > 0 ? { code: newCode(), addresses: codes } : null
  const problem = wish.encrypt === 'no' ? null : encryptingProblem(readiness, say)
  if (problem && wish.encrypt === 'always') return refuse(problem)
  const encrypt = wish.encrypt !== 'no' && problem === null && barrierOf(content, true) === null
  // What is chosen stands in the options of the letter, by which the approval check has judged it.
  const approval = encrypt && !isChosen ? await approvalQuestion(content, judging) : null
  const verdict = approval ?? (outside && codeQuestion(outside, say))
  const { hideSubject } = wish
  const plan = { cms, readiness, encrypt, hideSubject, outside }
  if (!wish.sign) return { verdict, plan: encrypt ? { ...plan, sign: false } : null }
  const cannotSign = await signingProblem(readiness, judging)
  if (!cannotSign) return { verdict, plan: { ...plan, sign: true } }
  return isSure || encrypt ? refuse(cannotSign) : askWithout(say, cannotSign)
}

/** Shows the code before the letter leaves: its writer gives it to the recipients by another way than mail. */
const codeQuestion = ({ code, addresses }: NonNullable<Plan['outside']>, say: Say): LetterVerdict => ({
  ask: {
    title: say('write.code.title'),
    text: say('write.code.text', {
      code,
      who: [...addresses].slice(0, 5).join(say('write.between')),
      count: addresses.size,
      page: `${location.origin}${location.pathname}#/smimePage`,
    }),
    yes: say('write.code.yes'),
    no: say('write.code.no'),
  },
})

/** The address of the person who writes. */
function ownAddress(): string {
  const state = session.state()
  return state.status === 'open' ? state.userMail : ''
}

/** Who cannot be encrypted to, in a sentence with what to do; null where all can. */
export function encryptingProblem({ own, recipients }: Readiness, say: Say): string | null {
  if (own.length === 0) return say('write.ownMissing')
  const missing = recipients.filter(({ state }) => state !== 'ready')
  if (missing.length === 0) return null
  const facts = missing.slice(0, 5).map((one) => stateWords(one, say))
  return say('write.cannotEncrypt', { facts: facts.join(say('write.between')), count: missing.length })
}

async function signingProblem({ signing, signingProblem: problem }: Readiness, { say, askPin }: Judging) {
  if (problem) return say(`write.signing.${problem}`)
  if (!readOpenKeys() && !(await askPin())) return say('write.signing.locked')
  return signing.some((one) => privateKeyOf(one) !== null) ? null : say('write.signing.damaged')
}

function privateKeyOf({ keyId }: OwnCertificate): PrivateKey | null {
  return readOpenKeys()?.keys.find((one) => one.keyId === keyId)?.privateKey ?? null
}

/** Signs and encrypts what was judged. Rejects with a sentence for the writer. */
export async function makeLetter(
  content: LetterContent,
  plan: Plan,
  { say, ...others }: Omit<Protecting, 'cms' | 'notice'> & { readonly say: Say },
): Promise<LetterContent> {
  const protection = protectionFor(content, plan)
  if (!protection) throw new Error(say('write.changed'))
  try {
    return await protectLetter(content, protection, { cms: plan.cms, notice: say('drafts.notice'), ...others })
  } catch (error) {
    throw new Error(sentenceOf(error, say))
  }
}

/** A letter that leaves as it is, with its files readable. Rejects with a sentence for the writer. */
export async function makeReadable(
  content: LetterContent,
  { say, files, ...moving }: Pick<Protecting, 'files' | 'login' | 'signal'> & { readonly say: Say },
): Promise<LetterContent> {
  try {
    return await withReadableFiles(content, files, { ...moving, cms: await fetchCms() })
  } catch (error) {
    throw new Error(sentenceOf(error, say))
  }
}

/** Those in Bcc are encrypted to apart, unless To or Cc names them as well. */
function encryptingFor({ to, cc }: LetterContent, { recipients, isNational }: Choice) {
  const named = new Set([...to, ...cc].map(({ address }) => address.trim().toLowerCase()))
  const isNamed = ({ address }: ChosenCertificate) => named.has(address)
  return {
    recipients: recipients.filter(isNamed).map(({ certificate }) => certificate),
    blind: recipients.filter((one) => !isNamed(one)),
    isNational,
  }
}

/** Null where the letter has other recipients than were judged, or the keys were closed since. */
function protectionFor(content: LetterContent, plan: Plan): Protection | null {
  const { readiness, sign, encrypt, hideSubject, outside } = plan
  const all = everybody(content).map(({ address }) => address.trim().toLowerCase())
  // Those who open it with a code were judged as well: another recipient without a certificate is not among them.
  const wanted = new Set(all.filter((address) => !outside?.addresses.has(address)))
  if (outside && [...outside.addresses].some((address) => !all.includes(address))) return null
  const recipients = readiness.recipients.filter(({ address }) => wanted.has(address))
  if (encrypt && recipients.length < wanted.size) return null
  const opened = readiness.signing.filter((one) => privateKeyOf(one) !== null)
  const choice = choose({ ...readiness, recipients: encrypt ? recipients : [], signing: opened })
  const signer = choice.signing && privateKeyOf(choice.signing)
  if ((sign && !signer) || (encrypt && !choice.own)) return null
  return {
    signing: sign && signer && choice.signing ? { key: signer, certificate: choice.signing.certificate } : null,
    encrypting:
      encrypt && choice.own
        ? { ...encryptingFor(content, choice), own: choice.own.certificate, hideSubject, code: outside?.code ?? null }
        : null,
  }
}
