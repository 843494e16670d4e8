import { useFormat } from '@yanshu/shell-api'
import { Segmented } from '@yanshu/ui'
import { useState } from 'react'
import { useWords } from '../useWords.ts'
import { HOST_METRICS, METRICS, type Metric, plotOf, xOf } from './plotModel.ts'
import css from './releases.module.css'
import type { ShownVersion } from './shownVersions.ts'
import type { Releases } from './useReleases.ts'

interface PlotProps {
  remote: string
  /** The same for people. */
  name: string
  versions: readonly ShownVersion[]
  releases: Releases
}

/** A number of the plot, in the unit of what is shown. */
function useValue(metric: Metric) {
  const say = useWords()
  return (value: number): string => {
    if (metric === 'rate') return say('share', { n: value })
    if (metric === 'CLS') return String(value / 1_000)
    return value >= 1_000 ? say('seconds', { n: value / 1_000 }) : say('ms', { n: Math.round(value) })
  }
}

/** One metric of all versions over time, with the revisions of the manifest as marks. */
export function Plot({ remote, name, versions, releases: { summary, history } }: PlotProps) {
  const say = useWords()
  const { dayTime } = useFormat()
  const metrics: readonly Metric[] = remote === 'host' ? HOST_METRICS : METRICS
  const [metric, setMetric] = useState<Metric>(metrics[0] ?? 'rate')
  const value = useValue(metric)
  const { from, to, stepMs } = summary
  const measured = versions.flatMap((one) => one.measured ?? [])
  if (measured.length === 0) return null
  const { lines, top } = plotOf(measured, metric, summary, stepMs)
  const toneOf = (version: string) => versions.findIndex(({ label }) => label === version) + 1
  const marks = history.filter(({ updatedAt }) => Date.parse(updatedAt) >= from)
  const summed = lines
    .map(({ version, points }) => say('plot.version', { version, value: value(points.at(-1)?.value ?? 0) }))
    .join(', ')
  return (
    <div className={css.plot}>
      <div className={css.metrics}>
        <Segmented
          label={say('plot.label')}
          hideLabel
          value={metric}
          options={metrics.map((one) => ({ value: one, label: say(`plot.${one}`) }))}
          onChange={setMetric}
        />
      </div>
      {lines.length === 0 ? (
        <p className={css.quiet}>{say('plot.none')}</p>
      ) : (
        <figure className={css.figure}>
          <div
            className={css.area}
            role="img"
            aria-label={say('plot.summary', { remote: name, metric: say(`plot.${metric}`), versions: summed })}
          >
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              {marks.map(({ revision, updatedAt }) => {
                const x = xOf(Date.parse(updatedAt), summary)
                return <line key={revision} className={css.markLine} x1={x} x2={x} y1="0" y2="100" />
              })}
              {lines.map(({ version, points }) => (
                <polyline
                  key={version}
                  className={css.line}
                  data-tone={toneOf(version)}
                  points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
                />
              ))}
            </svg>
            {lines.flatMap(({ version, points }) =>
              points.map(({ x, y, value: one }) => (
                <span
                  key={`${version} ${x}`}
                  className={css.dot}
                  data-tone={toneOf(version)}
                  style={{ left: `${x}%`, top: `${y}%` }}
                  title={`${version} · ${value(one)}`}
                />
              )),
            )}
            <span className={css.top}>{value(top)}</span>
            <span className={css.zero}>0</span>
          </div>
          <ul className={css.marks}>
            {marks.map(({ revision, updatedAt, reason }) => (
              <li
                key={revision}
                title={say('plot.mark', { revision, reason })}
                style={{ left: `${xOf(Date.parse(updatedAt), summary)}%` }}
              >
                {revision}
              </li>
            ))}
          </ul>
          <figcaption className={css.ends}>
            <span>{dayTime(from)}</span>
            <span>{dayTime(to)}</span>
          </figcaption>
        </figure>
      )}
      <p className={css.quiet}>{say('mostHint')}</p>
    </div>
  )
}
