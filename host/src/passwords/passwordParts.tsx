import { addMessages, onDemandParts } from '@yanshu/shell-api'
import { Starting } from '../login/Starting.tsx'

type Parts = typeof import('./parts.ts')

const { useParts } = onDemandParts<Parts>(async () => {
  const parts = await import(/* webpackChunkName: "passwords" */ './parts.ts')
  addMessages('passwords', 'zh', parts.zh)
  addMessages('passwords', 'en', parts.en)
  return parts
})

/** The pages of passwords; fetched when one is opened. */
export function ResetPassword() {
  const all = useParts()
  return all ? <all.ResetPassword /> : <Starting />
}

export function FirstReset() {
  const all = useParts()
  return all ? <all.FirstReset /> : <Starting />
}

export function PasswordPrompt() {
  const all = useParts()
  return all && <all.PasswordPrompt />
}
