import { signatureFor } from '@yanshu/contracts'
import type { Composer } from '../write/composer.ts'
import { exchangeSignature } from './exchangeSignature.ts'

/**
 * Another sender brings their signature along, unless the writer has chosen one: then the one that stands is not the usual
 * one of the sender before.
 */
export function followSender(composer: Composer, before: string): void {
  const { params, signatureUse } = composer.beginning
  const known = params.usualSignatures ?? []
  const { letter, signature } = composer.state.get()
  const { from, plain } = letter
  const old = signatureFor(known, before, signatureUse)
  const next = signatureFor(known, from, signatureUse)
  if (plain || signature === undefined || old?.key === next?.key || (old?.key ?? null) !== signature) return
  exchangeSignature(composer, next ?? null, known)
}
