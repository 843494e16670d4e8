import { useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import { signaturesQuery } from './knownSignatures.ts'

/** The label of the button for the signature that stands. */
export function useSignatureName(composer: Composer): string {
  const say = useT(NS)
  const { signature } = useStore(composer.state)
  const usual = composer.beginning.params.usualSignatures?.find(({ key }) => key === signature)
  // Asked only where a draft, or the writer, has another one than those that letters begin with.
  const { data } = useQuery({ ...signaturesQuery, enabled: typeof signature === 'string' && !usual })
  if (signature === undefined) return say('tools.signature')
  if (signature === null) return say('tools.noSignature')
  const name = usual?.name ?? data?.find(({ key }) => key === signature)?.name
  return name ? say('tools.signed', { name }) : say('tools.signature')
}
