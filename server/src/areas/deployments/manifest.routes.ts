import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MANIFEST_SCHEMA } from '@yanshu/discovery'
import type { FastifyInstance } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import { hasCopy } from '../../platform/http/etag.ts'
import { fileHeaders } from '../../platform/http/securityHeaders.ts'
import type { Context } from '../../store/context/context.ts'
import { CurrentManifest } from './currentManifest.ts'
import { followManifest } from './followManifest.ts'
import { LastGood } from './lastGood.ts'

const SCHEMA_FILE = fileURLToPath(import.meta.resolve('@yanshu/discovery/manifest.schema.json'))

/**
 * The deployment manifest at `/mf/manifest.json`, asked for anew each time, and its schema at the schema's own address.
 * What operators decided stands in `<data>/mf/manifest.json`; see {@link CurrentManifest}.
 */
export async function serveManifest(
  app: FastifyInstance,
  context: Context,
  clientFolder: string,
): Promise<CurrentManifest> {
  const { dataFolder, manifestKeys } = context.config
  const files = { dataFolder, clientFolder, keys: manifestKeys }
  const current = new CurrentManifest(files, new LastGood(dataFolder), context.log)
  // Read at the start, so that a mistake is logged at once and not with the first request.
  await current.read()
  const stopFollowing = followManifest(current, context)
  app.addHook('onClose', async () => stopFollowing())

  app.get('/mf/manifest.json', async (request, reply) => {
    const manifest = await current.read()
    if (!manifest) throw new NotFoundError()
    reply.headers({ ...fileHeaders, 'cache-control': 'no-cache', etag: manifest.etag, vary: 'accept-encoding' })
    if (hasCopy(request.headers['if-none-match'], manifest.etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(manifest.text)
  })

  const schema = await readFile(SCHEMA_FILE, 'utf8')
  app.get(MANIFEST_SCHEMA, async (_request, reply) =>
    reply
      .headers({ ...fileHeaders, 'cache-control': 'no-cache' })
      .type('application/schema+json; charset=utf-8')
      .send(schema),
  )
  return current
}
