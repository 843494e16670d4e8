import { addMessages, onDemandParts } from '@yanshu/shell-api'
import type { ComponentProps } from 'react'

type Parts = typeof import('../login-ways/parts.ts')
type PropsOf<
  Name extends 'Challenge' | 'LoginHelp' | 'PasskeyForm' | 'PhoneForm' | 'QrForm' | 'SecondStepForm' | 'SsoForm',
> = ComponentProps<Parts[Name]>

const { useParts } = onDemandParts<Parts>(async () => {
  const parts = await import(/* webpackChunkName: "login-ways" */ '../login-ways/parts.ts')
  addMessages('ways', 'zh', parts.zh)
  addMessages('ways', 'en', parts.en)
  return parts
})

/** What a login needs beyond account and password; fetched when it is needed. */
export function Challenge(props: PropsOf<'Challenge'>) {
  const all = useParts()
  return all && <all.Challenge {...props} />
}

export function LoginHelp(props: PropsOf<'LoginHelp'>) {
  const all = useParts()
  return all && <all.LoginHelp {...props} />
}

export function PasskeyForm(props: PropsOf<'PasskeyForm'>) {
  const all = useParts()
  return all && <all.PasskeyForm {...props} />
}

export function PhoneForm(props: PropsOf<'PhoneForm'>) {
  const all = useParts()
  return all && <all.PhoneForm {...props} />
}

export function QrForm(props: PropsOf<'QrForm'>) {
  const all = useParts()
  return all && <all.QrForm {...props} />
}

export function SecondStepForm(props: PropsOf<'SecondStepForm'>) {
  const all = useParts()
  return all && <all.SecondStepForm {...props} />
}

export function SsoForm(props: PropsOf<'SsoForm'>) {
  const all = useParts()
  return all && <all.SsoForm {...props} />
}
