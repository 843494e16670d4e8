import { useFormat } from '@yanshu/shell-api'
import { Button, Chip } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId } from 'react'
import { useWords } from '../useWords.ts'
import type { Wanted } from './ChangeDialog.tsx'
import { Plot } from './Plot.tsx'
import { errorRate } from './plotModel.ts'
import css from './releases.module.css'
import { type DeployedVersion, isCanary, type ShownVersion, shownVersions } from './shownVersions.ts'
import type { Releases } from './useReleases.ts'

/** From this error rate on, in percent, it is marked. */
const BAD_RATE = 5

interface RemoteCardProps {
  remote: string
  releases: Releases
  onWanted: (wanted: Wanted) => void
}

/** One remote: its versions with who gets them and how they do, and how that went over time. */
export function RemoteCard({ remote, releases, onWanted }: RemoteCardProps) {
  const say = useWords()
  const id = useId()
  const versions = shownVersions(releases, remote)
  const name = remote === 'host' ? say('host') : remote
  const listed = versions.filter(({ deployed }) => deployed !== null).length
  const { signatureNeeded, canStop } = releases.status
  // Of a single version there is none to go back to.
  const can = { change: !signatureNeeded && listed > 1, stop: (!signatureNeeded || canStop === true) && listed > 1 }
  return (
    <section aria-labelledby={id} className={page.section}>
      <div className={css.head}>
        <h2 id={id}>{name}</h2>
        {can.change && (
          <Button
            size="small"
            icon="undo"
            aria-label={say('actions.rollbackOne', { remote })}
            onClick={() => onWanted({ action: 'rollback', remote })}
          >
            {say('actions.rollback')}
          </Button>
        )}
      </div>
      <ul className={css.versions}>
        {versions.map((version, index) => (
          <VersionRow
            key={version.label}
            {...{ remote, version, onWanted, can }}
            tone={version.measured ? index + 1 : 0}
          />
        ))}
      </ul>
      <Plot remote={remote} name={name} versions={versions} releases={releases} />
    </section>
  )
}

interface VersionRowProps {
  remote: string
  version: ShownVersion
  /** The colour of its line, 0 for none. */
  tone: number
  /** What may be done here: any change, and to stop a version. */
  can: { readonly change: boolean; readonly stop: boolean }
  onWanted: (wanted: Wanted) => void
}

function VersionRow({ remote, version: { label, deployed, measured }, tone, can, onWanted }: VersionRowProps) {
  const say = useWords()
  const isDead = deployed?.stage === 'revoked'
  return (
    <li className={css.version}>
      <div className={css.who}>
        <strong className={css.label} data-tone={tone || undefined}>
          {label}
        </strong>
        <Given remote={remote} deployed={deployed} />
      </div>
      <Facts measured={measured} />
      {deployed && can.stop && (
        <div className={css.actions}>
          {can.change && !deployed.isDefault && !isDead && (
            <Button
              size="small"
              aria-label={say('actions.promoteOne', { version: label })}
              onClick={() => onWanted({ action: 'promote', remote, version: label, now: deployed.traffic })}
            >
              {say('actions.promote')}
            </Button>
          )}
          {isCanary(deployed) && (
            <Button
              size="small"
              aria-label={say('actions.haltOne', { version: label })}
              onClick={() => onWanted({ action: 'halt', remote, version: label })}
            >
              {say('actions.halt')}
            </Button>
          )}
          {!isDead && (
            <Button
              size="small"
              variant="text"
              aria-label={say('actions.revokeOne', { version: label })}
              onClick={() => onWanted({ action: 'revoke', remote, version: label })}
            >
              {say('actions.revoke')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Who gets a version. */
function Given({ remote, deployed }: { remote: string; deployed: DeployedVersion | null }) {
  const say = useWords()
  if (!deployed) return remote === 'host' ? null : <Chip>{say('unlisted')}</Chip>
  const { stage, isDefault, traffic, departments, people } = deployed
  if (stage === 'revoked') return <Chip tone="danger">{say('revoked')}</Chip>
  if (stage === 'disabled') return <Chip tone="warning">{say('disabled')}</Chip>
  if (isDefault) return <Chip tone="success">{say('default')}</Chip>
  if (!isCanary(deployed)) return <Chip>{say('nobody')}</Chip>
  return (
    <>
      {traffic > 0 && <Chip tone="accent">{say('percent', { percent: traffic })}</Chip>}
      {departments.length > 0 && <Chip tone="accent">{say('departments', { names: departments.join('、') })}</Chip>}
      {people > 0 && <Chip tone="accent">{say('people', { count: people })}</Chip>}
    </>
  )
}

function Facts({ measured }: Pick<ShownVersion, 'measured'>) {
  const say = useWords()
  const { count } = useFormat()
  if (!measured) return <p className={css.quiet}>{say('notMet')}</p>
  const { total, buckets } = measured
  const rate = errorRate(total)
  const failures = Object.entries(total.failures)
  const sum = failures.reduce((all, [, some]) => all + some, 0)
  const facts: readonly (readonly [name: string, value: string | null, bad?: boolean])[] = [
    ['facts.tried', total.tried > 0 ? count(total.tried) : null],
    ['facts.rate', rate === null ? null : say('share', { n: rate }), (rate ?? 0) >= BAD_RATE],
    ['facts.failures', sum > 0 ? `${count(sum)} (${failures.map(([kind]) => kind).join(', ')})` : null, true],
    ['facts.errors', total.errors > 0 ? count(total.errors) : null, true],
    ['facts.fallbacks', total.fallbacks > 0 ? count(total.fallbacks) : null],
    ['facts.fallbackMs', total.fallbackMs === null ? null : say('ms', { n: count(total.fallbackMs) })],
    ['facts.duplicates', total.duplicates > 0 ? count(total.duplicates) : null, true],
    ['facts.loadMs', total.loadMs === null ? null : say('ms', { n: count(total.loadMs) })],
    ['plot.FCP', total.vitals.FCP === undefined ? null : say('ms', { n: count(total.vitals.FCP) })],
    ['plot.TTFB', total.vitals.TTFB === undefined ? null : say('ms', { n: count(total.vitals.TTFB) })],
    ['plot.LCP', total.vitals.LCP === undefined ? null : say('ms', { n: count(total.vitals.LCP) })],
    ['plot.INP', total.vitals.INP === undefined ? null : say('ms', { n: count(total.vitals.INP) })],
    ['plot.CLS', total.vitals.CLS === undefined ? null : String(total.vitals.CLS / 1_000)],
    ['facts.buckets', buckets ? `${buckets[0]}–${buckets[1]}` : null],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(
        ([name, value, bad]) =>
          value !== null && (
            <div key={name} data-bad={bad ? '' : undefined}>
              <dt>{say(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
