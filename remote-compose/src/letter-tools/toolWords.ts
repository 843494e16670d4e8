import { addMessages } from '@yanshu/shell-api'
import en from '../messages/en.ts?part=tools'
import zh from '../messages/zh.ts?part=tools'
import { NS } from '../write/namespace.ts'

/** Makes known what the menus and panels of the letter's tools say; it comes with them. */
export function addToolWords(): void {
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
}
