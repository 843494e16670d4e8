import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, post, written } from './define.ts'

const TEXT_MAX = 500
const HISTORY_MAX = 200

const remote = z.string().regex(/^remote-[a-z]+$/)
const version = z.string().min(1).max(100)
const ruleTarget = z.union([
  z.strictObject({ department: z.string().min(1).max(TEXT_MAX) }),
  z.strictObject({ user: z.string().min(1).max(TEXT_MAX) }),
  z.strictObject({ hash: z.string().regex(/^h:[0-9a-f]{16}$/) }),
])

/** What an administrator may do to the manifest; publishing a build is the operators' tool's alone. */
export const deploymentChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('promote'), remote, version, to: z.literal([1, 10, 50, 100]) }),
  z.strictObject({
    action: z.literal('rule'),
    remote,
    version,
    target: ruleTarget,
    /** Whether they get the version or are kept from it; null removes the rule. */
    use: z.boolean().nullable(),
  }),
  z.strictObject({ action: z.literal('rollback'), remote }),
  z.strictObject({ action: z.literal('halt'), remote, version }),
  z.strictObject({ action: z.literal('revoke'), remote, version }),
  z.strictObject({ action: z.literal('pin'), remote, version }),
  z.strictObject({ action: z.literal('disable'), remote, version: version.optional() }),
  z.strictObject({ action: z.literal('enable'), remote, version: version.optional() }),
  z.strictObject({ action: z.literal('restore'), revision: z.number().int().positive() }),
])
export type DeploymentChange = z.infer<typeof deploymentChange>

/** One value that differs between two manifests, as text; null where one of them has none. */
const difference = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })

const revision = z.object({
  revision: z.number().int(),
  /** ISO 8601. */
  updatedAt: z.string(),
  updatedBy: z.string(),
  reason: z.string(),
  /** The key that signed it, null for none. */
  signedBy: z.string().nullable(),
})

const deployedVersion = z.object({
  /** How it is named: `1.1.0-3f9c1a7b`. */
  label: z.string(),
  stage: z.enum(['canary', 'stable', 'disabled', 'revoked']).nullable(),
  isDefault: z.boolean(),
  /** Percent of the people, for a version that is not the default. */
  traffic: z.number(),
  departments: z.array(z.string()),
  /** How many people rules name. */
  people: z.number().int(),
})

export const deploymentCalls = [
  get('deployments/status', {
    administrator: true,
    title: 'Which versions of remotes there are and who gets them: for administrators',
    data: revision.extend({
      /** Of the manifest as it is now; sent along with a change, so that a change never overwrites a manifest unseen. */
      seen: z.string(),
      /** Whether manifests have to be signed, which only the operators’ tool can. */
      signatureNeeded: z.boolean(),
      /** Whether this server has a key by which it may stop versions all the same. Older servers do not say it. */
      canStop: z.boolean().optional(),
      remotes: z.array(z.object({ remote: z.string(), versions: z.array(deployedVersion) })),
    }),
    errors: [Code.forbidden, Code.deploymentRefused],
  }),
  get('deployments/history', {
    administrator: true,
    title: 'Revisions of the manifest, the newest first, with what each changed: for administrators',
    query: z.object({ limit: z.coerce.number().int().min(1).max(HISTORY_MAX).default(20) }),
    data: z.object({ list: z.array(revision.extend({ differences: z.array(difference) })) }),
    errors: [Code.forbidden, Code.deploymentRefused],
  }),
  get('deployments/audit', {
    administrator: true,
    title: 'Every attempt to change the manifest, the newest first, refused ones included: for administrators',
    query: z.object({ limit: z.coerce.number().int().min(1).max(HISTORY_MAX).default(50) }),
    data: z.object({
      list: z.array(
        z.object({
          at: z.string(),
          by: z.string(),
          from: z.string(),
          what: z.string(),
          reason: z.string(),
          outcome: z.enum(['written', 'refused', 'conflict']),
          detail: z.string(),
        }),
      ),
    }),
    errors: [Code.forbidden],
  }),
  post('deployments/change', {
    noted: 'nothing',
    administrator: true,
    ownerOnly: true,
    title: 'Changes who gets which version, or says what a change would do: for administrators',
    body: z.object({
      change: deploymentChange,
      /** Why; stands in the history. */
      reason: written(TEXT_MAX)
        .transform((text) => text.trim())
        .refine((text) => text !== ''),
      seen: z.string(),
      dryRun: z.boolean().default(false),
    }),
    data: z.object({
      outcome: z.enum(['written', 'planned', 'conflict']),
      /** The revision that came of it or would; in a conflict the one of another person. */
      revision: z.number().int(),
      /** What people see of it, in sentences. */
      effects: z.array(z.string()),
      findings: z.array(z.object({ level: z.enum(['error', 'warning']), text: z.string() })),
      /** What the change makes different. */
      differences: z.array(difference),
      /** In a conflict: what another person has changed since. */
      theirs: z.array(difference),
    }),
    errors: [Code.forbidden, Code.deploymentRefused],
  }),
] as const
