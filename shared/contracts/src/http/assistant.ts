import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  AI_ANSWERS_KEPT,
  AI_ANSWERS_LISTED,
  AI_CONTENT_MAX,
  AI_FEEDBACK_MAX,
  AI_GIST_MAX,
  AI_HISTORY_SHOWN,
  AI_LENGTHS,
  AI_QUESTION_MAX,
  AI_REQUEST_TYPES,
  AI_TONES,
  RISK_GRADES,
} from '../limits.ts'
import { containsEmoji } from '../rules/emoji.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { idOf, named, queryIdOf } from './names.ts'

const language = z.enum(['zh', 'en'])
/** Name, address and company of who asks, as §3 has it. The server goes by the login alone. */
const user = written(500)
/** What a person types for the assistant; emojis are blocked (§5). */
const typed = (max: number) =>
  written(max).refine((text) => text.trim() !== '' && !containsEmoji(text), { error: 'empty, or with an emoji' })
/** The mail that is open. The server reads it itself, and refuses a mail of another account. */
const mailId = idOf('mail').optional()

/**
 * What goes over the assistant's socket to get the answer. It is good once its caller has it, for some minutes, and names
 * no person. The socket's messages are `assistantMessage` of the contract, each a JSON string that was encoded twice.
 */
const ticket = named('assistant-answer', z.string().min(20).max(200))

/** A topic of the help, which a click opens. `path` leads to the setting that it is about. */
const helpSource = z.object({ kind: z.literal('help'), id: z.string(), title: z.string(), path: z.string().optional() })

/** A place that an answer stands on, which a click opens. */
export const assistantSource = z.discriminatedUnion('kind', [
  helpSource,
  z.object({
    kind: z.literal('mail'),
    mailId: z.number().int(),
    mailboxId: z.number().int(),
    title: z.string(),
    from: z.string(),
    receivedAt: epochMs,
    /** The words of the mail that answer. */
    quote: z.string(),
  }),
])
export type AssistantSource = z.infer<typeof assistantSource>

/** Something that was found in a mail: `quote` are its very words. Times are epoch milliseconds. */
export const assistantFact = z.object({
  kind: z.enum(['date', 'money', 'person', 'action']),
  label: z.string(),
  quote: z.string(),
  at: epochMs.optional(),
  /** Whether something is to be done until `at`. */
  due: z.boolean().optional(),
})
export type AssistantFact = z.infer<typeof assistantFact>

export const riskReason = z.object({
  /** Stable name of the rule. */
  rule: z.string(),
  weight: z.number(),
  sentence: z.string(),
  /** The very words of the mail; empty where the reason stands outside of its text. */
  quotes: z.array(z.string()),
})
export const riskResult = z.object({
  grade: z.enum(RISK_GRADES),
  reasons: z.array(riskReason),
  /** What to do, a sentence each. */
  advice: z.array(z.string()),
  /** Whether its text was longer than AI_RISK_BODY_MAX, so that only the rules have checked it. */
  tooLong: z.boolean(),
})
export type RiskReason = z.infer<typeof riskReason>
export type RiskResult = z.infer<typeof riskResult>

/** What an answer carries beside its text. */
export const assistantExtra = z.object({
  sources: z.array(assistantSource).optional(),
  /** Topics near to a question that none of them answers: the answer has no text, and the page offers them. */
  nearest: z.array(helpSource).optional(),
  /** The sentences of a summary, as they stand in the mail. */
  sentences: z.array(z.string()).optional(),
  facts: z.array(assistantFact).optional(),
  risk: riskResult.optional(),
  /** Whether a model wrote the text. */
  byModel: z.boolean().optional(),
  /** Why a mail is not translated, or not to its end: its text may not leave, no model translates, or the model has failed. */
  untranslated: z.enum(['protected', 'noModel', 'failed']).optional(),
  /** Whether a translation leaves out the end of a long mail. */
  cut: z.boolean().optional(),
})
export type AssistantExtra = z.infer<typeof assistantExtra>

/** The kinds of answers that are kept; a translation (6) is not. */
const keptType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** One message of the stream (§3). `id` is the ticket that it answers; `ack` means that the request has arrived. */
export const assistantMessage = z.object({
  id: z.string(),
  type: z.union([keptType, z.literal(6)]),
  content: z.string(),
  thought: z.string(),
  ack: z.boolean().optional(),
  extra: assistantExtra.optional(),
})
export type AssistantMessage = z.infer<typeof assistantMessage>

/** An answer that was given before. */
export const assistantAnswer = z.object({
  /** The ticket that it answered. */
  id: z.string(),
  at: epochMs,
  type: keptType,
  /** The mail that it is about; null for none. */
  mailId: z.number().int().nullable(),
  /** The folder of that mail, by which it is opened. */
  mailboxId: z.number().int().nullable(),
  /** The question, the gist, or the subject of the mail. */
  title: z.string(),
  text: z.string(),
  thought: z.string(),
  extra: assistantExtra,
  /** What its person thinks of it: 1 helpful, -1 not, 0 no answer. */
  rating: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
})
export type AssistantAnswer = z.infer<typeof assistantAnswer>

const refused = [Code.tooManyRequests, Code.forbidden] as const

export const assistantCalls = [
  post('mail/main/ai/question', {
    switchedBy: 'assistantEnable',
    title: 'Asks the assistant; the answer comes over its socket',
    body: z.object({ question: typed(AI_QUESTION_MAX), user, language }),
    data: ticket,
    errors: refused,
  }),
  post('mail/main/ai/assistant/mail', {
    switchedBy: 'assistantEnable',
    title: 'Has a mail (2) or an answer (3) drafted; the text comes over the socket',
    body: z.object({
      type: z.union([z.literal(2), z.literal(3)]),
      requestEmail: z.enum(AI_REQUEST_TYPES),
      gist: typed(AI_GIST_MAX),
      size: z.enum(AI_LENGTHS),
      tone: z.enum(AI_TONES),
      language,
      newMailType: z.enum(['new', 'reply']),
      user,
      content: written(AI_CONTENT_MAX).optional(),
      mailId,
      /** How often this draft was asked for before; another number gives other words. */
      again: z.number().int().min(0).max(100).optional(),
    }),
    data: ticket,
    errors: [...refused, Code.mailNotFound],
  }),
  post('mail/main/ai/digest/mail', {
    switchedBy: 'assistantEnable',
    title: 'Has a mail summarised; the summary comes over the socket',
    body: z.object({ type: z.literal(4), content: written(AI_CONTENT_MAX), user, language, mailId }),
    data: ticket,
    errors: [...refused, Code.mailNotFound],
  }),
  post('mail/main/ai/fishing/mail', {
    switchedBy: 'assistantEnable',
    title: 'Has a mail looked at for risks; the result comes over the socket',
    body: z.object({
      type: z.literal(5),
      content: written(AI_CONTENT_MAX),
      sender: written(500),
      subject: written(1_000),
      sendTime: epochMs.nullable(),
      user,
      language,
      mailId,
    }),
    data: ticket,
    errors: [...refused, Code.mailNotFound],
  }),
  post('mail/main/ai/translate/mail', {
    switchedBy: 'assistantEnable',
    title: 'Has a mail translated by the model; the text comes over the socket, or the reason why there is none',
    body: z.object({ type: z.literal(6), mailId: idOf('mail'), to: language, language }),
    data: ticket,
    errors: [...refused, Code.mailNotFound],
  }),
  get('mail/main/ai/history', {
    switchedBy: 'assistantEnable',
    title: 'Answers that the assistant has given, newest first; of one mail, or those that hold a word',
    query: z.object({
      mailId: queryIdOf('mail').optional(),
      keyword: written(100).optional(),
      /** Those that are older than this answer. */
      before: ticket.optional(),
    }),
    data: z.object({ list: z.array(assistantAnswer).max(AI_ANSWERS_LISTED), more: z.boolean() }),
    errors: [Code.forbidden],
  }),
  post('mail/main/ai/history/delete', {
    switchedBy: 'assistantEnable',
    title: 'Deletes answers of the assistant; null deletes them all',
    body: z.object({ ids: z.array(ticket).max(AI_ANSWERS_KEPT).nullable() }),
    data: z.object({ deleted: z.number().int() }),
    errors: [Code.forbidden],
  }),
  post('mail/main/ai/feedback', {
    switchedBy: 'assistantEnable',
    title: 'Says whether an answer was helpful; the operator sees how many were, and what was written about them',
    body: z.object({
      id: ticket,
      rating: assistantAnswer.shape.rating,
      /** What was wrong, in the words of the person. */
      note: written(AI_FEEDBACK_MAX).optional(),
    }),
    data: ok,
    errors: [Code.forbidden, Code.notFound],
  }),
  get('mail/main/ai/state', {
    switchedBy: 'assistantEnable',
    title: 'Whether a model helps the assistant, and what it has sent of the user',
    data: z.object({
      /** The host that text is sent to; null where nothing leaves. */
      modelHost: z.string().nullable(),
      /** Whether the model may translate mails. */
      translates: z.boolean(),
      /** What left, newest first. */
      sent: z
        .array(z.object({ at: epochMs, type: z.number().int(), host: z.string(), text: z.string() }))
        .max(AI_HISTORY_SHOWN),
    }),
  }),
] as const
