import { fetchPart, useStore, useT } from '@yanshu/shell-api'
import { cx, Select } from '@yanshu/ui'
import { LetterTools } from '../letter-tools/LetterTools.tsx'
import type { Composer } from './composer.ts'
import { NS } from './namespace.ts'
import css from './write.module.css'

/** Whom the letter comes from: a choice for who may write in several names. */
export function FromRow({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { from } = useStore(composer.state).letter
  const { senders } = composer
  const sender = senders.find(({ address }) => address === from)
  const changeSender = (address: string) => {
    composer.change({ from: address })
    // Without it the letter keeps the signature that it has.
    void fetchPart(() => import('../letter-tools/followSender.ts')).then(
      ({ followSender }) => followSender(composer, from),
      () => undefined,
    )
  }
  return (
    <div className={cx(css.row, css.fromRow)}>
      <span className={css.label} aria-hidden={senders.length > 1}>
        {say('fields.from')}
      </span>
      {senders.length > 1 ? (
        <Select
          label={say('fields.from')}
          hideLabel
          className={css.from}
          value={from}
          options={senders.map(({ name, address }) => ({
            value: address,
            label: name ? `${name} <${address}>` : address,
          }))}
          onChange={changeSender}
        />
      ) : (
        <span className={css.sender} title={from}>
          {sender?.name} <span className={css.senderAddress}>{from}</span>
        </span>
      )}
      <LetterTools composer={composer} />
    </div>
  )
}
