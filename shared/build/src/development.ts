import path from 'node:path'
import { developmentName } from '@yanshu/discovery'
import webpack, { type Configuration } from 'webpack'
import WebpackDevServer, { type Configuration as ServerConfiguration } from 'webpack-dev-server'
import { createHostConfig } from './hostConfig.ts'
import type { HostDefinition } from './hostDefinition.ts'
import { createRemoteConfig } from './remoteConfig.ts'
import type { RemoteDefinition } from './remoteDefinition.ts'
import { DIST } from './workspace.ts'

export interface DevelopmentOptions {
  readonly host: HostDefinition
  /** The remote that is worked on; the others are those of the running system. */
  readonly remote?: RemoteDefinition | undefined
  /** The running system that answers calls, sockets and the manifest: `http://localhost:8080`. */
  readonly backend: string
  /** Where the page is served. */
  readonly port: number
}

/** A started development system. */
export interface Development {
  readonly url: string
  close(): Promise<void>
}

/** The socket over which the tools announce a change. Not `/ws`, which is the product's. */
const SOCKET = '/__development'

async function serve(configuration: Configuration, server: ServerConfiguration): Promise<WebpackDevServer> {
  const started = new WebpackDevServer(
    {
      host: 'localhost',
      static: false,
      allowedHosts: 'all',
      setupExitSignals: false,
      webSocketServer: { type: 'ws', options: { path: SOCKET } },
      ...server,
    },
    webpack({ ...configuration, stats: 'errors-warnings', infrastructureLogging: { level: 'warn' } }),
  )
  await started.start()
  return started
}

const client = (port: number, logging: 'warn' | 'none') => ({
  webSocketURL: `ws://localhost:${port}${SOCKET}`,
  overlay: false,
  logging,
})

function serveRemote(remote: RemoteDefinition): Promise<WebpackDevServer> {
  const { port } = remote
  const configuration = createRemoteConfig(remote, {
    mode: 'development',
    mfName: developmentName(remote.name),
    version: 'local',
    outDir: path.join(DIST, '.development', remote.name),
    publicPath: `http://localhost:${port}/`,
    hot: true,
  })
  return serve(configuration, {
    port,
    hot: true,
    liveReload: false,
    headers: { 'access-control-allow-origin': '*' },
    client: client(port, 'warn'),
  })
}

function serveHost({ host, remote, backend, port }: DevelopmentOptions): Promise<WebpackDevServer> {
  const overrides = remote ? { [remote.name]: `http://localhost:${remote.port}/remoteEntry.js` } : {}
  const outDir = path.join(DIST, '.development/host')
  // The page that mails are written into must come with the policy that the server gives it.
  const files = (host.files ?? []).map((file) => path.posix.join('/', file.path))
  const configuration = createHostConfig(host, { mode: 'development', outDir, buildId: 'development', overrides })
  return serve(configuration, {
    port,
    hot: false,
    liveReload: true,
    client: client(port, 'none'),
    proxy: [
      {
        context: ['/api/', '/ws', '/mail/', '/r/', '/mf/', ...files],
        target: backend,
        ws: true,
        changeOrigin: true,
        // The server compares a page's origin with its own.
        headers: { origin: new URL(backend).origin },
      },
    ],
  })
}

/**
 * Serves the host in development mode in front of a running system, with one remote compiled from its sources: an
 * edited component changes on the page and keeps its state.
 * The page has no content security policy; production has one, so finish with a real build.
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<Development> {
  const servers: WebpackDevServer[] = []
  const close = async () => {
    for (const server of servers) await server.stop()
  }
  try {
    if (options.remote) servers.push(await serveRemote(options.remote))
    servers.push(await serveHost(options))
  } catch (error) {
    await close()
    throw error
  }
  return { url: `http://localhost:${options.port}/`, close }
}
