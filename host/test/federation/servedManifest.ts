import type { Manifest } from '@yanshu/discovery'

/** A manifest without remotes, of a revision. */
export const manifestOf = (revision: number): Manifest => ({
  revision,
  previous: revision - 1,
  updatedAt: '2026-03-02T08:11:09Z',
  updatedBy: 'ops',
  reason: 'test',
  ttlSeconds: 120,
  minHost: '0.1.0',
  discovery: { schema: '/mf/manifest.schema.json', microFrontends: {} },
})
