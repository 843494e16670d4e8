import { createHash } from 'node:crypto'
import path from 'node:path'
import CssMinimizer from 'css-minimizer-webpack-plugin'
import MiniCss from 'mini-css-extract-plugin'
import Terser from 'terser-webpack-plugin'
import type { Configuration, RuleSetRule } from 'webpack'
import type { MessageParts } from './messageParts.ts'
import { messagesRule, PART_QUERY } from './messagePartsPlugin.ts'
import { loader } from './workspace.ts'

export type Mode = 'production' | 'development'

export interface PresetOptions {
  readonly mode: Mode
  /** The package, for sentences about what is wrong. */
  readonly name: string
  readonly messages: MessageParts | undefined
  /** Starts every class name of a CSS module, so that an operator sees whose rule it is. */
  readonly cssPrefix: string
  /** Makes the class names of two builds differ, so that both may stand on one page. */
  readonly cssSalt: string
  /** Instruments components for hot reload. */
  readonly refresh?: boolean
}

function scripts({ mode, refresh = false }: PresetOptions): RuleSetRule {
  const development = mode === 'development'
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    resourceQuery: { not: [PART_QUERY] },
    loader: loader('swc-loader'),
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development, refresh } },
        target: 'es2022',
      },
    },
  }
}

/**
 * What the classes of one style sheet of one build end in. One for all of a sheet, not one for each class: names that are
 * random in part cannot be compressed, and each stands in the sheet and in a script.
 */
const sheetMark = (sheet: string, salt: string): string =>
  createHash('sha256').update(`${salt} ${sheet}`).digest('hex').slice(0, 8)

function styles({ cssPrefix, cssSalt }: PresetOptions): RuleSetRule[] {
  const modules = {
    getLocalIdent: (
      { rootContext, resourcePath }: { rootContext: string; resourcePath: string },
      _: string,
      local: string,
    ) => `${cssPrefix}_${local}_${sheetMark(path.relative(rootContext, resourcePath), cssSalt)}`,
    exportLocalsConvention: 'as-is',
    namedExport: false,
  }
  return [
    {
      test: /\.module\.css$/,
      use: [MiniCss.loader, { loader: loader('css-loader'), options: { modules, importLoaders: 0 } }],
    },
    {
      test: /(?<!\.module)\.css$/,
      use: [MiniCss.loader, { loader: loader('css-loader'), options: { modules: false } }],
    },
  ]
}

/**
 * What the host and every remote have in common: the language, the styles, the files and the minifiers.
 * Terser calls swc: it is as fast as esbuild and, unlike it, keeps tree shaking.
 */
export function presetParts(options: PresetOptions): Pick<
  Configuration,
  'mode' | 'target' | 'devtool' | 'resolve' | 'performance' | 'stats' | 'infrastructureLogging'
> & {
  rules: RuleSetRule[]
  parser: NonNullable<NonNullable<Configuration['module']>['parser']>
  minimizer: NonNullable<NonNullable<Configuration['optimization']>['minimizer']>
} {
  const development = options.mode === 'development'
  return {
    mode: options.mode,
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : 'hidden-nosources-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    rules: [
      scripts(options),
      messagesRule({ name: options.name, parts: options.messages ?? {} }),
      ...styles(options),
      {
        test: /\.(svg|png|jpe?g|webp|avif|woff2)$/,
        type: 'asset/resource',
        generator: { filename: 'assets/[name].[contenthash:8][ext]' },
      },
    ],
    // An import that a module does not export is undefined in the page, and warnings of a build are not read.
    parser: { javascript: { exportsPresence: 'error' } },
    minimizer: [
      new Terser({ minify: Terser.swcMinify, extractComments: false, terserOptions: { compress: true, mangle: true } }),
      new CssMinimizer({ minify: CssMinimizer.lightningCssMinify }),
    ],
  }
}
