import type { MailDetail } from '@yanshu/contracts'
import { createElement, Fragment } from 'react'
import ReceiptCard from '../receipts/ReceiptCard.tsx'
import * as receiptWords from '../receipts/words.ts'
import LinksCard from './LinksCard.tsx'
import * as linkWords from './words.ts'

/** The cards of this remote above a mail, each where the mail has something for it. */
export const cards = ({ mail }: { mail: MailDetail }) =>
  createElement(
    Fragment,
    null,
    mail.readReceiptTo && createElement(ReceiptCard, { mail }),
    mail.html?.includes(LINK_PATH) && createElement(LinksCard, { mail }),
  )

const LINK_PATH = '/api/file/link/'

export const words = [receiptWords, linkWords]
