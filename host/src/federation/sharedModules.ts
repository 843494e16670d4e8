import * as shellApi from '@yanshu/shell-api'
import * as ui from '@yanshu/ui'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import type { SharedSources } from './runtime.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Everything the host promises to remotes. What every view needs is handed out at once; the groups of
 * components come when the first remote asks. The chunk names are those that the build sorts Arco by.
 */
export const hostShared: SharedSources = {
  react: { lib: () => react },
  'react/jsx-runtime': { lib: () => jsxRuntime },
  'react-dom': { lib: () => reactDom },
  'react-dom/client': { lib: () => reactDomClient },
  '@yanshu/shell-api': { lib: () => shellApi },
  dayjs: { get: () => import(/* webpackChunkName: "dayjs" */ 'dayjs').then((module) => () => module) },
  '@yanshu/ui': { lib: () => ui },
  '@yanshu/ui/form': {
    get: () => import(/* webpackChunkName: "ui-form" */ '@yanshu/ui/form').then((module) => () => module),
  },
  '@yanshu/ui/letter': {
    get: () => import(/* webpackChunkName: "ui-letter" */ '@yanshu/ui/letter').then((module) => () => module),
  },
  '@yanshu/ui/picker': {
    get: () => import(/* webpackChunkName: "ui-picker" */ '@yanshu/ui/picker').then((module) => () => module),
  },
  ...(process.env.NODE_ENV === 'production'
    ? {}
    : { 'react/jsx-dev-runtime': { get: () => import('react/jsx-dev-runtime').then((module) => () => module) } }),
}
