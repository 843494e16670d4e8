import { readFileSync } from 'node:fs'
import path from 'node:path'
import Html from 'html-webpack-plugin'
import MiniCss from 'mini-css-extract-plugin'
import webpack, { type Configuration } from 'webpack'
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
import { type HostDefinition, providedVersions } from './hostDefinition.ts'
import { CHUNK_TIMEOUT, LostChunksPlugin } from './lostChunks.ts'
import { MessagePartsPlugin } from './messagePartsPlugin.ts'
import { NoChunkZeroPlugin } from './noChunkZero.ts'
import { type Mode, presetParts } from './presetParts.ts'
import { readPackage } from './workspace.ts'

export interface HostConfigOptions {
  readonly mode: Mode
  readonly outDir: string
  /** A name for this build that the page can show and report. */
  readonly buildId: string
  /** Entries of local builds by remote, which the page then uses; development only. */
  readonly overrides?: Readonly<Record<string, string>>
}

/** The browser identifies a service worker by its address, so its name carries no hash. Development has none. */
const WORKER = 'service-worker'

/** The icon stands in the page itself: browsers ask for a linked one again with every address they show. */
const ICON_LINK = /<link rel="icon" href="\/([\w.]+\.svg)"/

/** The page; in development it allows local builds and has no service worker. */
function page(host: HostDefinition, mode: Mode): string {
  const html = readFileSync(path.resolve(host.directory, host.template), 'utf8').replace(ICON_LINK, (all, file) => {
    const icon = host.files?.find((one) => one.path === file)
    return icon ? all.replace(`/${file}`, `data:image/svg+xml,${encodeURIComponent(String(icon.body))}`) : all
  })
  if (mode === 'production') return html
  return html.replace(/(<script[^>]*id="platform"[^>]*>)([^<]*)/, (_all, tag: string, settings: string) => {
    const platform: Record<string, unknown> = JSON.parse(settings)
    return `${tag}${JSON.stringify({ ...platform, allowOverride: true, serviceWorker: false })}`
  })
}

/** Arco and what only Arco needs. It is kept out of whatever is loaded before the first import of `@yanshu/ui`. */
const ARCO =
  /[\\/]node_modules[\\/](@arco-design|lodash|react-transition-group|resize-observer-polyfill|b-validate|b-tween|compute-scroll-into-view|scroll-into-view-if-needed|react-focus-lock|focus-lock|react-clientside-effect|use-callback-ref|use-sidecar|number-precision|shallowequal|react-is|dom-helpers|@babel|tslib|prop-types|color[^\\/]*|dayjs[\\/](plugin|locale))[\\/]/

/** The cache of the server's answers, which is loaded with the first mail. */
const QUERY = /[\\/](node_modules[\\/]@tanstack|shared[\\/]shell-api[\\/]src[\\/]query[\\/](?!stale))/

/** The frame's and the components' own styles, but for those that come with their groups. */
const OWN_STYLES =
  /[\\/](host[\\/]src|shared[\\/]ui[\\/]src[\\/](?!arco|crop|dates|editor|folders|form|people|steps|upload))[^!]*\.css/

/**
 * Sorts the modules of Arco by our groups of components, which the host imports under these chunk names. What only one
 * group needs comes with it; what several share comes with the fields.
 */
function arcoGroup(_module: unknown, chunks: readonly { name?: string | null }[]): string {
  const names = new Set(chunks.map((chunk) => chunk.name))
  const only = names.size === 1
  if (names.has('ui-form')) return 'arco-form'
  return only && names.has('ui-steps') ? 'arco-steps' : 'arco'
}

/**
 * The webpack configuration of the host. It is a plain build: the federation runtime is an ordinary lazy chunk,
 * so the login page does not wait for it, and every script of the page can carry its integrity.
 */
export function createHostConfig(host: HostDefinition, options: HostConfigOptions): Configuration {
  const production = options.mode === 'production'
  const entry = path.resolve(host.directory, host.entry)
  const worker = host.serviceWorker
  const { rules, parser, minimizer, ...common } = presetParts({
    mode: options.mode,
    name: 'host',
    messages: host.messages,
    cssPrefix: 'host',
    cssSalt: 'host',
  })
  return {
    ...common,
    name: 'host',
    context: host.directory,
    entry: {
      main: production ? entry : [path.join(import.meta.dirname, 'developmentPrelude.ts'), entry],
      ...(worker && production ? { [WORKER]: path.resolve(host.directory, worker) } : {}),
    },
    output: {
      path: options.outDir,
      publicPath: '/',
      uniqueName: 'host',
      clean: production,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_TIMEOUT,
      // A module that threw is removed from the cache, so that the next import runs it again: what it needs may be there by then.
      strictModuleErrorHandling: false,
      strictModuleExceptionHandling: true,
      filename: ({ chunk }) => {
        if (chunk?.name === WORKER) return `${WORKER}.js`
        return production ? 'app/[name].[contenthash:8].js' : 'app/[name].js'
      },
      chunkFilename: production ? 'app/[name].[contenthash:8].js' : 'app/[name].js',
    },
    module: {
      parser,
      rules,
    },
    optimization: {
      minimizer,
      chunkIds: production ? 'deterministic' : 'named',
      moduleIds: production ? 'deterministic' : 'named',
      splitChunks: {
        cacheGroups: {
          react: {
            name: 'react',
            chunks: 'all',
            enforce: true,
            priority: 60,
            test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
          },
          // One script and one style sheet for the application: every further request delays the inbox.
          default: false,
          defaultVendors: false,
          styles: {
            name: 'main',
            type: 'css/mini-extract',
            chunks: 'all',
            enforce: true,
            priority: 55,
            test: OWN_STYLES,
          },
          // It is loaded once, by whichever part needs it first.
          query: { name: 'query', chunks: 'async', enforce: true, priority: 52, test: QUERY },
          ui: { name: arcoGroup, chunks: 'async', enforce: true, priority: 50, test: ARCO },
        },
      },
    },
    plugins: [
      new MiniCss({ filename: production ? 'app/[name].[contenthash:8].css' : 'app/[name].css', ignoreOrder: true }),
      new webpack.DefinePlugin({
        __HOST_VERSION__: JSON.stringify(readPackage(host.directory).version),
        __HOST_BUILD__: JSON.stringify(options.buildId),
        __LOCAL_BUILDS__: JSON.stringify(options.overrides ?? {}),
        __PROVIDED_VERSIONS__: JSON.stringify(providedVersions(host.directory)),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        // The host loads remotes itself (host/src/federation), with integrity, retry and reasons.
        FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        FEDERATION_HAS_EXPOSES: 'false',
        ENV_TARGET: '"web"',
      }),
      new Html({
        chunks: ['main'],
        scriptLoading: 'defer',
        minify: false,
        templateContent: page(host, options.mode),
      }),
      new MessagePartsPlugin('host', host.messages ?? {}),
      ...(production
        ? [
            new NoChunkZeroPlugin(),
            new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
            new LostChunksPlugin(),
          ]
        : []),
    ],
  }
}
