import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { useFocusReturn, useFocusTrap } from '../layers/focus.ts'
import { popupRoot } from '../layers/popupRoot.ts'
import { useModalMark } from '../layers/rootMark.ts'
import { useDismiss } from '../layers/useDismiss.ts'
import { useSay } from '../messages/language.ts'
import css from './Dialog.module.css'

export interface DialogProps {
  open: boolean
  title: string
  /** Asked by Escape, the cross, and with `light` a press on the ground; leave `open` true to refuse. */
  onClose: () => void
  /** Buttons, the one that goes on last. */
  footer?: ReactNode | undefined
  wide?: boolean | undefined
  /** Without a title bar, its top at a fifth of the window: for a field with what it finds below. */
  bare?: boolean | undefined
  /** Closes on a press beside it. Only for dialogs that hold nothing typed. */
  light?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/**
 * A modal decision: 400 px wide at least (§9) and as tall as its words, the full width of a narrow screen. Mark the first
 * field with `data-autofocus`.
 */
export function Dialog(props: DialogProps) {
  return props.open ? createPortal(<OpenDialog {...props} />, popupRoot()) : null
}

function useModal(onClose: () => void, light: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useModalMark(true)
  useFocusReturn(true, ref)
  useFocusTrap(true, ref)
  useDismiss(true, ref, (reason) => (reason === 'escape' || light) && onClose(), { modal: true })
  return ref
}

function OpenDialog({ title, onClose, footer, wide, bare, light = false, className, children }: DialogProps) {
  const ref = useModal(onClose, light)
  const id = useId()
  return (
    <div className={cx(css.scrim, bare && css.high)}>
      <div
        ref={ref}
        role="dialog"
        aria-modal="true"
        aria-labelledby={bare ? undefined : id}
        aria-label={bare ? title : undefined}
        tabIndex={-1}
        className={cx(css.dialog, wide && css.wideDialog, className)}
      >
        {bare ? (
          <div className={cx(css.body, css.bareBody)}>{children}</div>
        ) : (
          <Content id={id} title={title} onClose={onClose} footer={footer}>
            {children}
          </Content>
        )}
      </div>
    </div>
  )
}

interface ContentProps {
  /** Of the title, which names the dialog. */
  id: string
  title: string
  onClose: () => void
  footer: ReactNode | undefined
  children: ReactNode
}

/** What dialogs and drawers have inside: title and cross, the body, the buttons. */
function Content({ id, title, onClose, footer, children }: ContentProps) {
  const say = useSay()
  return (
    <>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        <IconButton icon="close" label={say('close')} onClick={onClose} />
      </div>
      <div className={css.body}>{children}</div>
      {footer && <div className={css.foot}>{footer}</div>}
    </>
  )
}

export interface QuestionProps {
  title: string
  text?: ReactNode | undefined
  buttons: ReactNode
  /** Whether there are three buttons, which need more room. */
  threeAnswers?: boolean | undefined
  onClose: () => void
}

/** The small dialog behind `confirm`. */
export function Question({ title, text, buttons, threeAnswers, onClose }: QuestionProps) {
  const ref = useModal(onClose, false)
  const id = useId()
  return (
    <div className={css.scrim}>
      <div
        ref={ref}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={id}
        aria-describedby={text ? `${id}-text` : undefined}
        tabIndex={-1}
        className={cx(css.dialog, css.confirm, threeAnswers && css.threeAnswers)}
      >
        <div className={cx(css.body, css.question)}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {text && (
            <div id={`${id}-text`} className={css.questionText}>
              {text}
            </div>
          )}
        </div>
        <div className={css.foot}>{buttons}</div>
      </div>
    </div>
  )
}

export interface DrawerProps {
  open: boolean
  title: string
  onClose: () => void
  side?: 'left' | 'right' | undefined
  /** Shields the page behind it; a drawer that works along with the page is not modal (default). */
  modal?: boolean | undefined
  footer?: ReactNode | undefined
  className?: string | undefined
  children: ReactNode
}

/** A panel at the edge of the window. */
export function Drawer(props: DrawerProps) {
  return props.open ? createPortal(<OpenDrawer {...props} />, popupRoot()) : null
}

function OpenDrawer({ title, onClose, side = 'right', modal = false, footer, className, children }: DrawerProps) {
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  useModalMark(modal)
  useFocusReturn(true, ref)
  useFocusTrap(modal, ref)
  useDismiss(true, ref, (reason) => (reason === 'escape' || modal) && onClose(), { modal })
  const drawer = (
    <div
      ref={ref}
      role="dialog"
      aria-modal={modal || undefined}
      aria-labelledby={id}
      tabIndex={-1}
      className={cx(css.drawer, side === 'left' && css.left, className)}
    >
      <Content id={id} title={title} onClose={onClose} footer={footer}>
        {children}
      </Content>
    </div>
  )
  return modal ? <div className={css.scrim}>{drawer}</div> : drawer
}
