import * as shellApi from '@yanshu/shell-api'
import * as ui from '@yanshu/ui'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import { handOut } from './handOut.ts'
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
  '@yanshu/shell-api/own-settings': {
    get: handOut(() => import(/* webpackChunkName: "shell-own-settings" */ '@yanshu/shell-api/own-settings')),
  },
  '@yanshu/shell-api/query': {
    get: handOut(() => import(/* webpackChunkName: "shell-query" */ '@yanshu/shell-api/query')),
  },
  dayjs: { get: handOut(() => import(/* webpackChunkName: "dayjs" */ 'dayjs')) },
  '@yanshu/ui': { lib: () => ui },
  '@yanshu/ui/crop': {
    get: handOut(() => import(/* webpackChunkName: "ui-crop" */ '@yanshu/ui/crop')),
  },
  '@yanshu/ui/dates': {
    get: handOut(() => import(/* webpackChunkName: "ui-dates" */ '@yanshu/ui/dates')),
  },
  '@yanshu/ui/editor': {
    get: handOut(() => import(/* webpackChunkName: "ui-editor" */ '@yanshu/ui/editor')),
  },
  '@yanshu/ui/folders': {
    get: handOut(() => import(/* webpackChunkName: "ui-folders" */ '@yanshu/ui/folders')),
  },
  '@yanshu/ui/form': {
    get: handOut(() => import(/* webpackChunkName: "ui-form" */ '@yanshu/ui/form')),
  },
  '@yanshu/ui/letter': {
    get: handOut(() => import(/* webpackChunkName: "ui-letter" */ '@yanshu/ui/letter')),
  },
  '@yanshu/ui/people': {
    get: handOut(() => import(/* webpackChunkName: "ui-people" */ '@yanshu/ui/people')),
  },
  '@yanshu/ui/steps': {
    get: handOut(() => import(/* webpackChunkName: "ui-steps" */ '@yanshu/ui/steps')),
  },
  '@yanshu/ui/upload': {
    get: handOut(() => import(/* webpackChunkName: "ui-upload" */ '@yanshu/ui/upload')),
  },
  ...(process.env.NODE_ENV === 'production'
    ? {}
    : { 'react/jsx-dev-runtime': { get: handOut(() => import('react/jsx-dev-runtime')) } }),
}
