/** Output of the operation. */
import { z } from 'zod'
import type { Statistics } from '../../conversations/records/index.ts'
import { promiseTask } from '../deal-overviews/index.ts'
import { CONTENTS } from './spoken-lines.ts'

const seconds = z.number().nullable()

/** Place of words in a conversation. */
const place = {
  conversation_id: z.string(),
  conversation_title: z.string(),
  started_at: z.string(),
  start: seconds,
  segment: z.int().nullable(),
}

const quote = z.object({ text: z.string(), content: z.enum(CONTENTS).nullable(), ...place })
export type ContactQuote = z.output<typeof quote>

const promise = z.object({
  text: z.string(),
  owner_name: z.string().nullable(),
  due_date: z.string().nullable(),
  ...promiseTask,
  ...place,
})
export type ContactPromise = z.output<typeof promise>

export const contact = z.object({
  name: z.string(),
  email: z.string().nullable(),
  job_title: z.string().nullable(),
  account_name: z.string().nullable(),
  account_id: z.string().nullable(),
  deals: z.array(z.object({ id: z.string(), title: z.string() })),
  conversations_count: z.int(),
  /** Number of the newest conversations that everything below comes from. */
  conversations_read: z.int(),
  talk_time: seconds,
  last_heard_at: z.string().nullable(),
  conversations: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      started_at: z.string(),
      duration: seconds,
      headline: z.string().nullable(),
      spoke: z.boolean(),
      talk_time: seconds,
      /** Speech of both sides over the conversation. Null if unknown. */
      talk_strip: z.custom<NonNullable<Statistics['talkStrip']>>().nullable(),
    }),
  ),
  quotes: z.array(quote),
  questions: z.array(quote),
  topics: z.array(z.object({ text: z.string(), count: z.int(), conversations_count: z.int(), ...place })),
  promised_by: z.array(promise),
  promised_to: z.array(promise),
})
export type Contact = z.output<typeof contact>
