import type { MailDetail } from '@yanshu/contracts'
import type { RemoteImage } from '@yanshu/mail-html'
import { usePreference } from '@yanshu/shell-api'
import { Button, Dialog, notify } from '@yanshu/ui'
import { nameOf } from '../../list-view/rowFacts.ts'
import own from './held.module.css'
import { type LedgerRow, ledgerOf } from './trackers.ts'
import { TRUSTED, trustsOf, withoutTrust, withTrust } from './trust.ts'
import { useHeldWords } from './words.ts'

/** Sites that are listed; a mail may name any number. */
const LISTED_MAX = 200

const stateOf = ({ held, images }: LedgerRow) =>
  held === 0 ? 'stateShown' : held === images ? 'stateHeld' : 'statePart'

/** The pictures of other sites in a mail by site, and the choice for this mail, its sender, or the domain of the sender. */
export function Ledger({
  detail,
  images,
  trust,
  onAllow,
  onClose,
}: {
  detail: MailDetail
  images: readonly RemoteImage[]
  /** Whether the sender or the domain is trusted. */
  trust: boolean
  onAllow: () => void
  onClose: () => void
}) {
  const say = useHeldWords()
  const [trusted, setTrusted] = usePreference<string[]>(TRUSTED, [])
  const { sender, domain } = trustsOf(detail.from.address)
  const rows = ledgerOf(images)
  const trackers = rows.reduce((sum, row) => sum + row.trackers, 0)
  const held = rows.some((row) => row.held > 0)
  const choose = (act: () => void) => () => {
    act()
    onClose()
  }
  return (
    <Dialog open title={say('ledger')} onClose={onClose}>
      <p className={own.lead}>{trackers > 0 ? say('leadTrackers', { count: trackers }) : say('lead')}</p>
      <table className={own.table}>
        <thead>
          <tr>
            {(['host', 'images', 'ofThem', 'state'] as const).map((name) => (
              <th key={name} scope="col">
                {say(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, LISTED_MAX).map((row) => (
            <tr key={row.host}>
              <th scope="row">{row.host}</th>
              <td>{row.images}</td>
              <td>{row.trackers > 0 ? row.trackers : ''}</td>
              <td>{say(stateOf(row))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > LISTED_MAX && <p className={own.lead}>{say('cut', { count: LISTED_MAX })}</p>}
      <div className={own.choices}>
        {held && <Button onClick={choose(onAllow)}>{say('once')}</Button>}
        {held && !detail.claimsOwnDomain && (
          <>
            <Button variant="text" onClick={choose(() => setTrusted(withTrust(trusted, sender)))}>
              {say('sender', { address: sender })}
            </Button>
            {domain && (
              <Button variant="text" onClick={choose(() => setTrusted(withTrust(trusted, domain)))}>
                {say('domain', { domain })}
              </Button>
            )}
          </>
        )}
        {trust && (
          <Button
            onClick={choose(() => {
              setTrusted(withoutTrust(trusted, sender))
              notify.success(say('stopped', { name: nameOf(detail.from) }))
            })}
          >
            {say('stop')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
