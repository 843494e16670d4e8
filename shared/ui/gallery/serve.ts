import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buildGallery } from './build.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves a gallery that was built into a folder on a port of this machine; 0 for any. */
export async function serveGallery(port: number, folder: string): Promise<Server> {
  const page = readFileSync(new URL('./index.html', import.meta.url))
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    const type = TYPES[extname(name)]
    try {
      const body = type ? readFileSync(join(folder, name.replaceAll('/', ''))) : page
      response.writeHead(200, { 'content-type': type ?? 'text/html; charset=utf-8' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return server
}

if (import.meta.main) {
  const port = Number(process.env.PORT ?? 4300)
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-gallery-'))
  await buildGallery(folder)
  await serveGallery(port, folder)
  console.log(`Gallery: http://127.0.0.1:${port}/`)
}
