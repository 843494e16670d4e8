import type { ReactNode } from 'react'
import css from './files.module.css'

/** A table that scrolls sideways by itself on a narrow screen. */
export function Table({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.scroller} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** Whose something is. */
export function Person({ of: { name, address } }: { of: { readonly name: string; readonly address: string } }) {
  return (
    <th scope="row">
      {name}
      <small>{address}</small>
    </th>
  )
}
