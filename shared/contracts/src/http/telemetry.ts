import { z } from 'zod'
import { Code } from '../codes.ts'
import { BEACON_FACTS_MAX } from '../limits.ts'
import { epochMs, get, post } from './define.ts'

const FRAMES_MAX = 10
const HOUR_MS = 3_600_000
/** Longer times are those of a machine that slept. */
const TIME_MAX = 600_000

/** What goes wrong with a version: the classes of a remote's failure. */
export const FAILURE_CLASSES = ['load', 'evaluate', 'render', 'contract', 'integrity', 'compat'] as const
export type FailureClass = (typeof FAILURE_CLASSES)[number]

/** What is measured of a view, after web.dev/vitals. `CLS` is in thousandths, all others in milliseconds. */
export const VITALS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const
export type VitalName = (typeof VITALS)[number]

const who = {
  /** `host`, or the name of a remote. */
  remote: z.string().regex(/^(host|remote-[a-z]+)$/),
  /** The name under which the build stands on the page (`extras.mf.name`), the host's version, or '' where none was chosen. */
  build: z.string().regex(/^[\w.-]{0,120}$/),
  /** Of the manifest that the page used. */
  revision: z.number().int().min(0),
}
const ms = z.number().int().min(0).max(TIME_MAX)

/** A place in the code as the browser names it. Nothing that a user wrote or read is in it. */
const frame = z.object({
  file: z.string().regex(/^\/(r|app)\/[\w./-]{1,160}$/),
  line: z.number().int().min(0),
  column: z.number().int().min(0),
})
export type ErrorFrame = z.infer<typeof frame>

/** One thing that happened on a page. */
export const beaconFact = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('load'),
    ...who,
    ms,
    /** The percentile of its rollout that the person falls into, 0 to 99; null where there is no rollout. */
    bucket: z.number().int().min(0).max(99).nullable(),
  }),
  z.strictObject({ kind: z.literal('failure'), ...who, class: z.enum(FAILURE_CLASSES) }),
  /** Another version runs in the place of one that failed, so long after the failure was noticed. */
  z.strictObject({ kind: z.literal('fallback'), ...who, ms }),
  /** A module that there must be once was there twice. */
  z.strictObject({ kind: z.literal('duplicate'), ...who }),
  z.strictObject({ kind: z.literal('vital'), ...who, name: z.enum(VITALS), value: z.number().min(0).max(TIME_MAX) }),
  /** An error that no code caught: its class and where it was thrown. Its message may quote a person, so it stays there. */
  z.strictObject({
    kind: z.literal('error'),
    ...who,
    name: z.string().regex(/^\w{1,60}$/),
    frames: z.array(frame).max(FRAMES_MAX),
  }),
])
export type BeaconFact = z.infer<typeof beaconFact>

/** What a version did in a time: counts, and times that three quarters stayed below. */
const measured = {
  loads: z.number().int(),
  /** By class; classes that did not occur are left out. */
  failures: z.partialRecord(z.enum(FAILURE_CLASSES), z.number().int()),
  fallbacks: z.number().int(),
  errors: z.number().int(),
  duplicates: z.number().int(),
  /** People who met the version, each counted once an hour, and those of them for whom it failed. */
  tried: z.number().int(),
  failed: z.number().int(),
  /** Milliseconds until it ran; null when it did not run. */
  loadMs: z.number().nullable(),
  /** Milliseconds from a failure of this version until another ran. */
  fallbackMs: z.number().nullable(),
  vitals: z.partialRecord(z.enum(VITALS), z.number()),
}
const point = z.object({ at: epochMs, ...measured })
export type MeasuredPoint = z.infer<typeof point>

const measuredVersion = z.object({
  remote: z.string(),
  /** As `deployments/status` labels it, or `other`. */
  version: z.string(),
  /** The newest revision under which it was met. */
  revision: z.number().int(),
  /** Between which percentiles of its rollout people met it; null where there was no rollout. */
  buckets: z.tuple([z.number().int(), z.number().int()]).nullable(),
  total: z.object(measured),
  /** Only times in which something happened, the oldest first. */
  points: z.array(point),
})
export type MeasuredVersion = z.infer<typeof measuredVersion>

export const telemetryCalls = [
  post('telemetry/beacon', {
    title: 'What happened on a page: versions that ran or failed, times, places of errors; nothing of people or mail',
    body: z.object({
      facts: z.array(beaconFact).min(1).max(BEACON_FACTS_MAX),
      /** Of how many pages one reports what went well; failures are always reported. */
      oneIn: z.number().int().min(1).max(100).default(1),
    }),
    data: z.object({
      /** From now on one of so many pages reports what goes well; 0 asks for nothing at all. */
      oneIn: z.number().int().min(0).max(100),
    }),
    errors: [Code.tooManyRequests],
  }),
  get('telemetry/summary', {
    administrator: true,
    title: 'How versions do, over time: for administrators',
    query: z.object({
      /** The last so many hours, in steps of one, six or twenty-four of them. */
      hours: z.enum(['24', '168', '720']).default('24').transform(Number),
    }),
    data: z.object({
      from: epochMs,
      to: epochMs,
      stepMs: z.number().int().min(HOUR_MS),
      versions: z.array(measuredVersion),
      /** Errors that no code caught, the most frequent first. */
      errors: z.array(
        z.object({
          remote: z.string(),
          version: z.string(),
          name: z.string(),
          frames: z.array(frame),
          count: z.number().int(),
          lastAt: epochMs,
        }),
      ),
      /** When a canary loses its people by itself; null where that is switched off. */
      rule: z.object({ percent: z.number().int(), tried: z.number().int() }).nullable(),
    }),
    errors: [Code.forbidden],
  }),
] as const
