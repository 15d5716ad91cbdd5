import { z } from 'zod'
import type { Writer } from '../../core/db.ts'
import { notFound } from '../../core/errors.ts'
import { type Context, contextWithin, defineOperation } from '../../core/operation.ts'
import { pathId, SOMETHING_GIVEN, somethingGiven, text } from '../../core/wire.ts'
import { requireSharingOutside } from '../outside-sharing/index.ts'
import { changeClip, changeSnippet } from './change.ts'
import { clipOf } from './model.ts'
import { type SnippetChange, updateSnippet as update } from './queries.ts'
import { notes, snippetOutput, TITLE_MAX, type VideoInput, videoInput } from './schema.ts'
import { snippetsSeen } from './told.ts'

export const updateSnippet = defineOperation({
  id: 'updateSnippet',
  summary: 'Change a snippet; what is omitted stays.',
  description: 'For its creator and admins. Its creator, its conversation and its link stay the same.',
  tag: 'Snippets',
  input: z
    .object({
      id: pathId('snippet'),
      title: text({ min: 1, max: TITLE_MAX, trim: true }).optional(),
      notes: notes.optional(),
      internal: z.boolean().optional(),
      notify_views: z.boolean().optional().describe('Turned on again, the next view is told.'),
      video: videoInput.optional(),
    })
    .refine(somethingGiven('id'), SOMETHING_GIVEN),
  output: snippetOutput,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/snippets/{id}' },
  handle: ({ id, ...change }, ctx) => applyChange(ctx, id, change),
})

export interface SnippetEdit {
  readonly title?: string | undefined
  readonly notes?: string | undefined
  readonly internal?: boolean | undefined
  readonly notify_views?: boolean | undefined
  /** An end that is omitted stays where it is. */
  readonly video?: { readonly [Name in keyof VideoInput]?: VideoInput[Name] | undefined } | undefined
}

/** What is omitted stays. */
export async function applyChange(ctx: Context, id: string, { video, ...given }: SnippetEdit) {
  const { title, notes, internal, notify_views } = given
  const said = {
    ...(title === undefined ? {} : { title }),
    ...(notes === undefined ? {} : { notes }),
    ...(internal === undefined ? {} : { internal }),
    ...(notify_views === undefined ? {} : { notify_views }),
  }
  const store = async (tx: Writer, change: SnippetChange) => {
    if (internal === false) await requireSharingOutside(tx, ctx.org, '/internal')
    await update(tx, ctx.org, id, change, ctx.clock.now())
    const changed = (await snippetsSeen(contextWithin(ctx, tx), [id])).get(id)
    if (changed === undefined) throw notFound('snippet')
    return { data: changed }
  }
  if (video === undefined) return changeSnippet(ctx, id, (tx) => store(tx, said))
  return changeClip(ctx, id, (tx, { length }, had) => {
    const { start_time = had.start_time, end_time = had.end_time, duration } = video
    const { start, end } = clipOf({ start_time, end_time, duration }, length)
    return store(tx, { ...said, start_time: start, end_time: end })
  })
}
