import { randomUUID } from 'node:crypto'
import type { Addressing } from '../../mime/addressedMail.ts'
import { boundHtml } from '../../mime/boundHtml.ts'
import { htmlToText } from '../../mime/html-text.ts'
import type { OutgoingHtml } from '../../mime/outgoingHtml.ts'
import { previewOf } from '../../mime/preview.ts'
import type { BlobStore } from '../../store/blobs/blobStore.ts'
import type { Engine } from '../../store/database/engine.ts'
import { keptBody, type PreparedMessage } from '../reading/preparedMessage.ts'
import { buildTextAutomaton, type TextAutomaton } from '../reading/textAutomaton.ts'

interface Parts {
  readonly blobs: Pick<BlobStore, 'put' | 'readAll'>
  /** Of the store in which mails end. */
  readonly engine: Engine
}

/** A file that is text. */
export interface TextFile {
  readonly hash: string
  readonly isHtml: boolean
}

/** The work on mail whose cost depends on what a stranger wrote: each takes plain data and answers plain data. */
export const mailTasks = {
  /** Reads a stored raw message. */
  async prepare({ blobs }: Parts, raw: { hash: string; size: number; now: number }): Promise<PreparedMessage> {
    // Loaded when used: a thread that only bounds HTML needs none of it.
    const { prepareMessage } = await import('../reading/prepareMessage.ts')
    return prepareMessage(blobs, { hash: raw.hash, size: raw.size }, await blobs.readAll(raw.hash), raw.now)
  },
  /** Stores short raw messages and reads them, all at the same time; their bodies come back as the store keeps them. */
  async receive(
    { blobs, engine }: Parts,
    { mails, now }: { mails: readonly Uint8Array[]; now: number },
  ): Promise<PreparedMessage[]> {
    const { prepareMessage } = await import('../reading/prepareMessage.ts')
    return Promise.all(
      mails.map(async (bytes) => {
        const message = await prepareMessage(blobs, await blobs.put(bytes), bytes, now)
        return { ...message, kept: keptBody(engine, message.body) }
      }),
    )
  },
  /** Makes the HTML of the editor ready to be sent, and its text. Content-IDs are made for the domain. */
  async compose(_: Parts, mail: { html: string; domain: string }): Promise<OutgoingHtml & { readonly text: string }> {
    const { outgoingHtml } = await import('../../mime/outgoingHtml.ts')
    const written = outgoingHtml(mail.html, () => `${randomUUID()}@${mail.domain}`)
    return { ...written, text: htmlToText(written.html) }
  },
  /** The mail of one recipient of a stored letter that goes to each separately. */
  async address({ blobs }: Parts, { hash, addressing }: { hash: string; addressing: Addressing }): Promise<Uint8Array> {
    const { addressedMail } = await import('../../mime/addressedMail.ts')
    return addressedMail(Buffer.from(await blobs.readAll(hash)), addressing)
  },
  /** What search and the list show of the HTML of a draft. */
  async describe(_: Parts, { html }: { html: string }): Promise<{ readonly text: string; readonly preview: string }> {
    return { text: htmlToText(html), preview: previewOf(null, html) }
  },
  /** Bounds depth and elements of the HTML of a mail. */
  async bound(_: Parts, { html }: { html: string }): Promise<string> {
    return boundHtml(html)
  },
  /** The body of a stored message by a charset that a person has chosen, with its HTML bounded. */
  async decode({ blobs }: Parts, { hash, charset }: { hash: string; charset: string }) {
    const { parseMail } = await import('../../mime/parseMail.ts')
    const { html, text } = await parseMail(await blobs.readAll(hash), { charset })
    return { html: html === null ? null : boundHtml(html), text }
  },
  /** The text of files, one after the other, as far as it is kept in a message. */
  async fileText({ blobs }: Parts, { files }: { files: readonly TextFile[] }): Promise<string> {
    const { readTextFile } = await import('../../mime/readTextFile.ts')
    const texts: string[] = []
    for (const { hash, isHtml } of files) texts.push(readTextFile(await blobs.readAll(hash), isHtml))
    return texts.join('\n')
  },
  /** Makes a text ready for looking for many values in it. */
  async automaton(_: Parts, { text }: { text: string }): Promise<TextAutomaton> {
    return buildTextAutomaton(text)
  },
}

export type MailTasks = typeof mailTasks
export type MailTaskName = keyof MailTasks
export type MailTaskInput<K extends MailTaskName> = Parameters<MailTasks[K]>[1]
export type MailTaskOutput<K extends MailTaskName> = Awaited<ReturnType<MailTasks[K]>>

/** One task as it is sent to a thread. */
export type MailTask = {
  readonly [K in MailTaskName]: { readonly name: K; readonly input: MailTaskInput<K> }
}[MailTaskName]

/** Does one task, in the thread that calls it. */
export function runMailTask(parts: Parts, task: MailTask): Promise<unknown> {
  switch (task.name) {
    case 'prepare':
      return mailTasks.prepare(parts, task.input)
    case 'receive':
      return mailTasks.receive(parts, task.input)
    case 'compose':
      return mailTasks.compose(parts, task.input)
    case 'address':
      return mailTasks.address(parts, task.input)
    case 'describe':
      return mailTasks.describe(parts, task.input)
    case 'decode':
      return mailTasks.decode(parts, task.input)
    case 'bound':
      return mailTasks.bound(parts, task.input)
    case 'fileText':
      return mailTasks.fileText(parts, task.input)
    case 'automaton':
      return mailTasks.automaton(parts, task.input)
  }
}
