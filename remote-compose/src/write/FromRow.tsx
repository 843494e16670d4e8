import { useStore, useT } from '@yanshu/shell-api'
import { Select } from '@yanshu/ui'
import type { Composer } from './composer.ts'
import { NS } from './namespace.ts'
import css from './write.module.css'

/** Whom the letter comes from: a choice for who may write in several names. */
export function FromRow({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { from } = useStore(composer.state)
  const { senders } = composer
  const sender = senders.find(({ address }) => address === from)
  return (
    <div className={css.row}>
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
          onChange={(address) => composer.change({ from: address })}
        />
      ) : (
        <span className={css.sender} title={from}>
          {sender?.name} <span className={css.senderAddress}>{from}</span>
        </span>
      )}
    </div>
  )
}
