import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import { compatibleRange, REMOTE_EXPOSE, SHARED_MODULES, type SharedModule } from '@yanshu/discovery'
import MiniCss from 'mini-css-extract-plugin'
import type { Configuration } from 'webpack'
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
import { ChunkGroupsPlugin } from './chunkGroupsPlugin.ts'
import { CssIntegrityPlugin } from './cssIntegrity.ts'
import { CHUNK_TIMEOUT, LostChunksPlugin } from './lostChunks.ts'
import { MessagePartsPlugin } from './messagePartsPlugin.ts'
import { NoChunkZeroPlugin } from './noChunkZero.ts'
import { type Mode, presetParts } from './presetParts.ts'
import type { RemoteDefinition } from './remoteDefinition.ts'
import { ScriptlessChunksPlugin } from './scriptlessChunks.ts'
import { installedVersion } from './workspace.ts'

export interface RemoteConfigOptions {
  readonly mode: Mode
  /** The build's name on the page, unique per build; see `federationName`. */
  readonly mfName: string
  readonly version: string
  /** An absolute folder. */
  readonly outDir: string
  /** Set by the development server, which serves from its own origin. */
  readonly publicPath?: string
  readonly hot?: boolean
}

/** The range of every shared module, derived from what the remote is compiled against. */
function hostProvided(directory: string, mode: Mode) {
  const shared: Record<string, object> = {}
  const modules: [string, SharedModule][] = Object.entries(SHARED_MODULES)
  for (const [name, wanted] of modules) {
    if (wanted.development && mode === 'production') continue
    const version = installedVersion(directory, wanted.package)
    shared[name] = {
      import: false,
      singleton: true,
      strictVersion: wanted.strict,
      packageName: wanted.package,
      version,
      requiredVersion: compatibleRange(version),
    }
  }
  return shared
}

/**
 * The webpack configuration of a remote. A remote states what it is (see `defineRemoteBuild`) and cannot change how it is
 * built: what is shared, how it is named on the page and how its chunks are checked must be the same for all.
 */
export function createRemoteConfig(remote: RemoteDefinition, options: RemoteConfigOptions): Configuration {
  const production = options.mode === 'production'
  const { rules, parser, minimizer, resolve, ...common } = presetParts({
    mode: options.mode,
    name: remote.name,
    messages: remote.messages,
    cssPrefix: remote.name.replace(/^remote-/, ''),
    cssSalt: options.mfName,
    refresh: options.hot ?? false,
  })
  return {
    ...common,
    resolve: {
      ...resolve,
      alias: production
        ? {
            '@module-federation/error-codes$': path.join(
              import.meta.dirname,
              `federationErrors${path.extname(import.meta.filename)}`,
            ),
          }
        : {},
    },
    name: remote.name,
    context: remote.directory,
    entry: {},
    output: {
      path: options.outDir,
      publicPath: options.publicPath ?? 'auto',
      uniqueName: options.mfName,
      clean: production,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_TIMEOUT,
      // A module that threw is removed from the cache, so that the next import runs it again: what it needs may be there by then.
      strictModuleErrorHandling: false,
      strictModuleExceptionHandling: true,
      chunkFilename: production ? '[name].[contenthash:8].js' : '[name].js',
    },
    module: { rules, parser },
    optimization: {
      minimizer,
      chunkIds: production ? 'deterministic' : 'named',
      moduleIds: production ? 'deterministic' : 'named',
      runtimeChunk: false,
    },
    plugins: [
      new MiniCss({ filename: production ? '[name].[contenthash:8].css' : '[name].css', ignoreOrder: true }),
      new ModuleFederationPlugin({
        name: options.mfName,
        filename: 'remoteEntry.js',
        library: { type: 'var', name: options.mfName },
        exposes: { [REMOTE_EXPOSE]: { import: [path.join(remote.directory, 'src/remote.ts')], name: 'remote' } },
        shared: hostProvided(remote.directory, options.mode),
        shareStrategy: 'loaded-first',
        dts: false,
        dev: false,
        manifest: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
      }),
      new ChunkGroupsPlugin(remote.name, remote.directory, remote.chunks ?? {}),
      new MessagePartsPlugin(remote.name, remote.messages ?? {}),
      ...(production
        ? [
            new NoChunkZeroPlugin(),
            new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
            new ScriptlessChunksPlugin(),
            new CssIntegrityPlugin(),
            new LostChunksPlugin(),
          ]
        : []),
      ...(options.hot ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
  }
}
