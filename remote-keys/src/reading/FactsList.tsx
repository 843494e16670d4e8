import { useFormat } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import type { LayerFacts, MailFacts, SignatureFacts } from './describeMail.ts'

const GRAVE = ['changed', 'other-sender', 'broken-chain', 'revoked']
const FINE = ['good', 'good-then']

const toneOf = (meaning: SignatureFacts['meaning']) =>
  FINE.includes(meaning) ? 'good' : GRAVE.includes(meaning) ? 'grave' : 'doubt'

/** What the protections of a mail mean, one line each, with who signed. */
export function FactsList({ facts: { layers, beside, failure } }: { facts: MailFacts }) {
  const say = useWords()
  return (
    <ul className={css.facts}>
      {layers.map((layer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the layers of one mail have an order and never change
        <LayerLines key={at} layer={layer} />
      ))}
      {beside > 0 && (
        <li className={css.line} data-tone="doubt">
          <Icon name="warning" />
          <span>{say('layers.beside', { count: beside })}</span>
        </li>
      )}
      {failure && (
        <li className={css.line} data-tone={failure === 'not-a-recipient' ? 'doubt' : 'grave'}>
          <Icon name="lock" />
          <span>{say(failure === 'malformed' ? 'reading.damaged' : `errors.${failure}`)}</span>
        </li>
      )}
    </ul>
  )
}

function LayerLines({ layer }: { layer: LayerFacts }) {
  const say = useWords()
  if (layer.kind === 'encrypted') {
    return (
      <li className={css.line} data-tone={layer.weak ? 'doubt' : 'good'}>
        <Icon name="lock" />
        <span>{say(layer.weak ? 'layers.encryptedWeak' : 'layers.encrypted')}</span>
      </li>
    )
  }
  return layer.signatures.map((signature, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the signatures of one mail have an order and never change
    <SignatureLine key={at} signature={signature} />
  ))
}

function SignatureLine({ signature: { meaning, name, address, issuer, signedAt } }: { signature: SignatureFacts }) {
  const say = useWords()
  const { mailTime } = useFormat()
  const tone = toneOf(meaning)
  return (
    <li className={css.line} data-tone={tone}>
      <Icon name={tone === 'good' ? 'shield' : 'warning'} />
      <span>
        {say(`meanings.${meaning}`)}
        {name !== '' && <small>{say('layers.by', { name, address, issuer })}</small>}
        {signedAt !== null && <small>{say('layers.at', { time: mailTime(signedAt) })}</small>}
      </span>
    </li>
  )
}
