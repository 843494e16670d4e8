import type { Language, LetterSignature, SystemSignature } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { filledHtml, letterFieldsOf, letterLanguageOf } from './letterFields.ts'
import { listSignatures } from './signatures.service.ts'

/** The layouts of a signature that all accounts are offered; the fields are filled in from the account. */
const SYSTEM = [
  {
    key: 'card',
    name: { zh: '名片', en: 'Card' },
    html: '<p><b>{{name}}</b>{{, duties}}</p><p>{{company}}{{ · department}}</p><p>{{phone}}{{ · address}}</p>',
  },
  {
    key: 'line',
    name: { zh: '一行', en: 'One line' },
    html: '<p>{{name}}{{ · department}}{{ · phone}}</p>',
  },
  {
    key: 'formal',
    name: { zh: '正式', en: 'Formal' },
    html: '<p>{{closing}}</p><p>{{name}}</p><p>{{duties}}{{, department}}</p><p>{{company}}</p>',
  },
] as const

/** Signatures for a person who has written none: their own data in a layout, without empty lines. */
export async function systemSignatures(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
  language: Language,
): Promise<SystemSignature[]> {
  const fields = await letterFieldsOf(context, accountId, language)
  return SYSTEM.map(({ key, name, html }) => ({
    key,
    name: name[language],
    html: filledHtml(html, fields)
      .replaceAll('<b></b>', '')
      .replace(/<p>[\s·,]*/g, '<p>')
      .replaceAll('<p></p>', ''),
  }))
}

/** The signatures that a letter of this person may have, own ones first. */
export async function letterSignatures(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
): Promise<LetterSignature[]> {
  const system = await systemSignatures(context, accountId, await letterLanguageOf(context, accountId))
  return [
    ...(await ownSignatures(context, accountId)),
    ...system.map(({ key, ...rest }) => ({
      key: `system-${key}`,
      ...rest,
      forNew: false,
      forReply: false,
      sender: '',
    })),
  ]
}

async function ownSignatures(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
): Promise<readonly LetterSignature[]> {
  const own = await listSignatures(context.store.db, accountId)
  if (own.length === 0) return []
  const fields = await letterFieldsOf(context, accountId, await letterLanguageOf(context, accountId))
  return own.map(({ signId, html, ...rest }) => ({ key: `own-${signId}`, ...rest, html: filledHtml(html, fields) }))
}

/** What letters begin with, of all senders. */
export const usualSignatures = async (
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
): Promise<LetterSignature[]> =>
  (await ownSignatures(context, accountId)).filter(({ forNew, forReply }) => forNew || forReply)
