import { useFormat } from '@yanshu/shell-api'
import { cx } from '@yanshu/ui'
import { type HeaderField, type Hop, wayOf } from './mailWay.ts'
import css from './raw.module.css'
import { useRawWords } from './words.ts'

/** A hop that took longer is marked. */
const SLOW_MS = 5 * 60_000

/** The servers that a mail came by, with the time that each took. */
export function MailWay({ fields }: { fields: readonly HeaderField[] }) {
  const say = useRawWords()
  const format = useFormat()
  const hops = wayOf(fields)
  if (hops.length === 0) return <p>{say('noWay')}</p>
  return (
    <>
      <p className={css.help}>{say('wayHelp')}</p>
      <table className={css.table}>
        <thead>
          <tr>
            {['step', 'from', 'by', 'how', 'at', 'delay'].map((name) => (
              <th key={name} scope="col">
                {say(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hops.map((hop, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a way never changes
            <tr key={at} className={cx(hop.delay !== null && hop.delay >= SLOW_MS && css.slow)}>
              <td>{at + 1}</td>
              <td>{hop.from}</td>
              <td>{hop.by}</td>
              <td>{hop.how}</td>
              <td>{hop.at === null ? say('unknown') : format.exactTime(hop.at)}</td>
              <td>
                <Delay hop={hop} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Delay({ hop: { delay } }: { hop: Hop }) {
  const say = useRawWords()
  if (delay === null) return null
  const seconds = Math.round(Math.abs(delay) / 1_000)
  const text =
    seconds < 120
      ? say('seconds', { count: seconds })
      : seconds < 7_200
        ? say('minutes', { count: Math.round(seconds / 60) })
        : say('hours', { count: Math.round(seconds / 3_600) })
  return delay <= -1_000 ? say('before', { delay: text }) : text
}

/** The header of a mail, a row for each field. */
export function HeaderFields({ fields }: { fields: readonly HeaderField[] }) {
  const say = useRawWords()
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{say('field')}</th>
          <th scope="col">{say('value')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header never changes
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
