import type { z } from 'zod'
import { assistantCalls } from './assistant.ts'
import { calendarCalls } from './calendar.ts'
import { composeCalls } from './compose.ts'
import { contactFileCalls } from './contactFiles.ts'
import { contactCalls } from './contacts.ts'
import { deploymentCalls } from './deployments.ts'
import { fileCalls } from './files.ts'
import { folderCalls } from './folders.ts'
import { homeCalls } from './home.ts'
import { loginCalls } from './login.ts'
import { mailCalls } from './mail.ts'
import { mailGroupCalls } from './mailGroups.ts'
import { settingsCalls } from './settings.ts'
import { userCalls } from './user.ts'

/** Every HTTP call of the product, in the order of the documentation. */
export const httpCalls = [
  ...loginCalls,
  ...userCalls,
  ...settingsCalls,
  ...folderCalls,
  ...mailCalls,
  ...homeCalls,
  ...composeCalls,
  ...fileCalls,
  ...contactCalls,
  ...contactFileCalls,
  ...calendarCalls,
  ...mailGroupCalls,
  ...deploymentCalls,
  ...assistantCalls,
] as const

type Calls = (typeof httpCalls)[number]
type CallOf<M extends 'GET' | 'POST', P extends string> = Extract<Calls, { method: M; path: P }>

/** The paths that `http.get` and `http.post` take. */
export type GetPath = Extract<Calls, { method: 'GET' }>['path']
export type PostPath = Extract<Calls, { method: 'POST' }>['path']

/** Query of a GET, body of a POST and data of either, as a caller writes and reads them. */
export type GetQuery<P extends GetPath> = z.input<CallOf<'GET', P>['query']>
export type GetData<P extends GetPath> = z.output<CallOf<'GET', P>['data']>
export type PostBody<P extends PostPath> = z.input<CallOf<'POST', P>['body']>
export type PostData<P extends PostPath> = z.output<CallOf<'POST', P>['data']>

export * from './assistant.ts'
export * from './calendar.ts'
export * from './compose.ts'
export * from './contactFiles.ts'
export * from './contacts.ts'
export type { AnyCall, Envelope } from './define.ts'
export { envelope } from './define.ts'
export * from './deployments.ts'
export * from './folders.ts'
export * from './home.ts'
export * from './login.ts'
export * from './mail.ts'
export * from './mailGroups.ts'
export * from './settings.ts'
export * from './user.ts'
