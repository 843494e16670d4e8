import { useState } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/Icon.tsx'
import css from './Avatar.module.css'
import { avatarText, toneOf } from './avatarText.ts'

export interface AvatarProps {
  name?: string | undefined
  /** Decides the tone, so that the same person always looks the same. */
  address: string
  src?: string | undefined
  /** Edge in px, 32 by default. */
  size?: number | undefined
  className?: string | undefined
}

/** The picture or initials of a person, or an icon while nothing is known of them. Decoration: the name stands beside it. */
export function Avatar({ name, address, src, size = 32, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const tone = toneOf(address)
  const text = avatarText(name, address)
  const style = {
    width: size,
    height: size,
    fontSize: Math.round(size * (text.length > 1 ? 0.38 : 0.46)),
    background: `var(--tone-${tone}-ground)`,
    color: `var(--tone-${tone}-text)`,
  }
  return (
    <span aria-hidden="true" className={cx(css.avatar, className)} style={style}>
      {src && src !== broken ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : (
        text || <Icon name="user" size={size * 0.6} />
      )}
    </span>
  )
}
