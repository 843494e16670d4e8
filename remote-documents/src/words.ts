import { t, useT } from '@yanshu/shell-api'
import type zh from './messages/zh.ts'

const NS = 'remote-documents'

/** The words of this remote. */
export const useWords = () => useT(NS)

/** For what is not drawn. */
export const say = (key: keyof typeof zh, values?: Readonly<Record<string, string | number>>) => t(NS, key, values)
