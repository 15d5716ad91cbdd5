import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { type Context, contextWithin, defineOperation } from '../../../core/operation.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN, text } from '../../../core/wire.ts'
import { requireSharingOutside } from '../../accounts/outside-sharing/index.ts'
import { expiryInput } from '../shared-links/index.ts'
import { checkLinkExpiry, checkQuestions, parseClip } from './model.ts'
import { changeClip, changeSnippet } from './mutate.ts'
import { type SnippetChange, type SnippetState, updateSnippet as update } from './queries.ts'
import { notes, snippetOutput, TITLE_MAX, type VideoInput, videoInput } from './schema.ts'
import { loadVisibleSnippets } from './serialize.ts'

export const updateSnippet = defineOperation({
  id: 'updateSnippet',
  summary: 'Update a snippet',
  description:
    "Omitted fields keep their values. Only the creator and admins can update a snippet. The creator, the conversation and the link can't be changed.",
  tag: 'Snippets',
  input: z
    .object({
      id: pathId('snippet'),
      title: text({ min: 1, max: TITLE_MAX, trim: true })
        .optional()
        .describe(`Title, 1 to ${TITLE_MAX} characters. Example: \`Pricing objection\`.`),
      notes: notes.optional().describe('Notes for colleagues, up to 8,000 characters. An empty text removes them.'),
      internal: z
        .boolean()
        .optional()
        .describe('Whether the link requires sign-in. If false, anyone with the link can open it.'),
      notify_views: z
        .boolean()
        .optional()
        .describe(
          'Whether to email the creator at the first view by somebody else. Turn it off and on again to get another email.',
        ),
      expiresAt: expiryInput()
        .optional()
        .describe(
          'When the public link expires: a date-time in the future, at most one year ahead, or null for never. An expired link works again with a later time. Only with `internal: false`; an internal link loses its expiry. Example: `2026-11-21T09:30:00Z`.',
        ),
      questionsAllowed: z
        .boolean()
        .optional()
        .describe(
          'Whether people who open the public link can ask questions. Answers consist of quotes from the clip. Only with `internal: false`.',
        ),
      video: videoInput.optional().describe('Time of the clip in the recording.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
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
  readonly expiresAt?: Date | null | undefined
  readonly questionsAllowed?: boolean | undefined
  /** Omitted fields keep their values. */
  readonly video?: { readonly [Name in keyof VideoInput]?: VideoInput[Name] | undefined } | undefined
}

/** Updates a snippet. Omitted fields keep their values. */
export async function applyChange(ctx: Context, id: string, { video, ...given }: SnippetEdit) {
  const { title, notes, internal, notify_views, expiresAt, questionsAllowed } = given
  const said = omitUndefined({
    ...{ title, notes, internal, notify_views },
    ...{ expires_at: expiresAt, questions_allowed: questionsAllowed },
  })
  const store = async (tx: Writer, had: SnippetState, change: SnippetChange) => {
    checkLinkExpiry({ internal: internal ?? had.internal, expiresAt }, ctx.clock.now())
    checkQuestions({ internal: internal ?? had.internal, questionsAllowed })
    if (internal === false) await requireSharingOutside(tx, ctx.org, '/internal')
    await update(tx, ctx.org, id, change, ctx.clock.now())
    const changed = (await loadVisibleSnippets(contextWithin(ctx, tx), [id])).get(id)
    if (changed === undefined) throw notFound('snippet')
    return { data: changed }
  }
  if (video === undefined) return changeSnippet(ctx, id, (tx, had) => store(tx, had, said))
  return changeClip(ctx, id, (tx, { length }, had) => {
    const { start_time = had.start_time, end_time = had.end_time, duration } = video
    const { start, end } = parseClip({ start_time, end_time, duration }, length)
    return store(tx, had, { ...said, start_time: start, end_time: end })
  })
}
