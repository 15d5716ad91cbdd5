import { z } from 'zod'
import { defineJob } from '../../core/jobs.ts'
import { lockVisible } from '../conversations/index.ts'
import { currentOf, keep, makeByModel, makeExtractive } from './make.ts'
import { selectStanding, selectSubject, updatePending } from './queries.ts'

/**
 * Makes the summary of a conversation, by the language model when there is one. One that is there already is left as it
 * is, unless another one was asked for.
 */
export const summarizeConversation = defineJob({
  id: 'summarize_conversation',
  input: z.object({ id: z.guid() }),
  retries: 3,
  // Several asks in a row, each with a time limit of its own.
  timeout: 1_800,
  async handle({ id }, ctx) {
    const standing = await selectStanding(ctx.db, ctx.org, 'everything', id)
    const current = standing === undefined ? undefined : currentOf(standing)
    if (standing === undefined || standing.current === null) return
    if (current !== undefined && !current.pending && (current.method === 'model' || ctx.model === undefined)) return
    const subject = await selectSubject(ctx.db, ctx.org, id)
    if (subject === undefined || subject.transcript_version === null) return
    const { transcript_version: version } = subject
    const made = ctx.model === undefined ? undefined : await makeByModel(subject, ctx.model, ctx.signal)
    await ctx.transact(async (tx) => {
      const locked = await lockVisible(tx, ctx.org, 'everything', id)
      if (locked === undefined) return
      if (made === undefined) await makeExtractive(tx, ctx, id, false)
      else if (locked.transcript_version === version) await keep(tx, ctx, id, version, made, false)
      // Corrected meanwhile: what was made is of what nobody reads any more.
      else await ctx.jobs.add(tx, ctx.org, summarizeConversation, { id })
    })
  },
  async failed({ id }, ctx) {
    await ctx.transact((tx) => updatePending(tx, ctx.org, id, false))
  },
})
