import { addMessages, t, useT } from '@yanshu/shell-api'
import en from './en.ts'
import zh from './zh.ts'

/** A namespace of its own: these come with the tasks, which the first views do not wait for. */
const NS = 'remote-calendar-tasks'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export type TaskSay = (key: string, values?: Record<string, string | number>) => string

/** The words of tasks, in a component. */
export const useTaskWords = (): TaskSay => useT(NS)

/** The same where there is none. */
export const sayOfTask: TaskSay = (key, values) => t(NS, key, values)
