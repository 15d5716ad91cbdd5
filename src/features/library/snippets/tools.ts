/** Tools for snippets. */
import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import { defineTool, defineToolOperation, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { clock, excerpt, lines, quoteLines, table } from '../../../core/tool-text.ts'
import { userOrCaller } from '../../../core/tool-user.ts'
import { requireAnyField, SOMETHING_GIVEN, uuid } from '../../../core/wire.ts'
import { folderPath, folderPathText } from '../folders/index.ts'
import { expiryArgument } from '../shared-links/index.ts'
import { createSnippet } from './create-snippet.ts'
import { deleteSnippet } from './delete-snippet.ts'
import { getSnippet } from './get-snippet.ts'
import { listSnippets } from './list-snippets.ts'
import { notes, type Snippet, videoInput } from './schema.ts'
import { applyChange, updateSnippet } from './update-snippet.ts'

const TITLE_TOLD = 120
/** Maximum length of notes in a response, in tokens. */
const NOTES_TOLD = 8_000

const { user_uuid, conversation_id, internal, notify_views, expiresAt, title } = createSnippet.input.shape
const { start_time, end_time } = videoInput.shape

/** Variant of `createSnippet` with flat arguments, which models fill in more reliably than nested ones. */
const createFlat = defineToolOperation({
  ...createSnippet,
  input: z.object({
    user_uuid: user_uuid.optional(),
    ...{ conversation_id, start_time, end_time, title, notes: notes.default(''), internal, notify_views, expiresAt },
    library: z.enum(['organization', 'own']).optional(),
    folder_path: folderPath.optional(),
  }),
  handle: ({ start_time, end_time, library, folder_path, ...given }, ctx) =>
    withFlatPointers(() =>
      createSnippet.handle(
        {
          ...given,
          questionsAllowed: false,
          user_uuid: userOrCaller(ctx, given.user_uuid, '/user_uuid'),
          video: { start_time, end_time },
          in_library:
            library !== undefined || folder_path !== undefined ? { my_library: library === 'own', folder_path } : false,
        },
        ctx,
      ),
    ),
})

const { video: _, ...changes } = updateSnippet.input.shape

const updateFlat = defineToolOperation({
  ...updateSnippet,
  input: z
    .object({ ...changes, start_time: start_time.optional(), end_time: end_time.optional() })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  handle: ({ id, start_time, end_time, ...given }, ctx) => {
    const video = start_time === undefined && end_time === undefined ? undefined : { start_time, end_time }
    return withFlatPointers(() => applyChange(ctx, id, { ...given, video }))
  },
})

/** Moves the pointers of errors from `video` to the flat arguments. */
async function withFlatPointers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problems = error.problems.map(({ pointer, detail }) => ({
      pointer: pointer.replace(/^\/video(?=\/)/, ''),
      detail,
    }))
    throw new AppError(error.kind, error.code, error.title, problems)
  }
}

const listed = {
  id: z.string(),
  title: z.string(),
  call_id: z.string(),
  start: z.number(),
  end: z.number(),
  url: z.string(),
}
const toToolSnippet = (snippet: Snippet) => ({
  ...{ id: snippet.id, title: snippet.title, call_id: snippet.conversation_id, user_id: snippet.user_uuid },
  ...{ start: snippet.video.start_time, end: snippet.video.end_time },
  ...{ url: snippet.url, internal: snippet.internal, in_library: snippet.in_library },
  ...{ expires_at: snippet.expiresAt, view_count: snippet.viewCount, last_viewed_at: snippet.lastViewedAt },
})
const serializeWhole = (snippet: Snippet) => ({
  ...toToolSnippet(snippet),
  notes: truncateToTokens(snippet.notes, NOTES_TOLD),
})

const formatTimeRange = ({ start, end }: { start: number; end: number }) =>
  `${clock(start)}–${clock(end)} (${start} to ${end} s)`
const opensFor = (internal: boolean) => (internal ? 'people who sign in' : 'everyone who has the link')

const formatViews = (count: number, last: string | null) => (last === null ? `${count}` : `${count}, last at ${last}`)

function snippetText(snippet: ReturnType<typeof serializeWhole>): string {
  const head = lines({
    Snippet: snippet.title,
    Id: snippet.id,
    Call: snippet.call_id,
    Creator: snippet.user_id,
    Time: formatTimeRange(snippet),
    Link: snippet.url,
    'Opens for': opensFor(snippet.internal),
    ...(snippet.internal
      ? {}
      : { Expires: snippet.expires_at ?? 'never', Views: formatViews(snippet.view_count, snippet.last_viewed_at) }),
    'In the library': snippet.in_library ? 'yes' : 'no',
  })
  return snippet.notes === '' ? head : `${head}\n\nNotes:\n\n${quoteLines(snippet.notes)}`
}

const EXPIRES = 'When the public link expires. Example: `2026-11-21T09:30:00Z`.'
const INTERNAL = 'Whether the link requires sign-in. `false`: everyone who has the link can open it.'

const snippetId = idArgument('snippet', 'list_snippets')
const userId = idArgument('user', 'list_reps')

export const tools: readonly Tool[] = [
  defineTool(listSnippets, {
    name: 'list_snippets',
    title: 'List snippets',
    description:
      'Lists snippets, which are marked clips of calls with a share link, of the calls you can access, newest first.',
    args: {
      user_id: userId.optional().describe('ID of the creator, from list_reps.'),
      call_id: conversation_id.optional().describe('ID of the call, from search_calls.'),
      folder_id: uuid().optional().describe('ID of the library folder, from list_library_folders.'),
    },
    names: { user_id: 'user_uuid', call_id: 'conversation_id', folder_id: 'folder_uuid' },
    paged: { max: 100 },
    data: { snippets: z.array(z.looseObject(listed)) },
    present: ({ data }) => {
      const snippets = data.map((one) => ({ ...toToolSnippet(one), title: excerpt(one.title, TITLE_TOLD) }))
      return {
        text: table(
          ['Snippet', 'Id', 'Call', 'Creator', 'Time', 'Link'],
          snippets.map((one) => [one.title, one.id, one.call_id, one.user_id, formatTimeRange(one), one.url]),
        ),
        data: { snippets },
      }
    },
  }),
  defineTool(getSnippet, {
    name: 'get_snippet',
    title: 'Get a snippet',
    description: 'Returns one snippet with notes and share link. For the words said in it, use get_call_details.',
    args: { snippet_id: snippetId },
    names: { snippet_id: 'id' },
    data: { ...listed, user_id: z.string(), notes: z.string(), internal: z.boolean(), in_library: z.boolean() },
    present: ({ data }) => ({ text: snippetText(serializeWhole(data)), data: serializeWhole(data) }),
  }),
  defineTool(createFlat, {
    name: 'create_snippet',
    title: 'Create a snippet',
    hints: { effect: 'adds', idempotent: false, openWorld: true },
    description:
      'Marks a clip of a call and returns a link to share. Get the seconds first, from a quote of search_calls or a transcript line of get_call_details.',
    args: {
      call_id: conversation_id.describe('ID of the call, from search_calls.'),
      start: start_time.describe('Start in seconds into the call, such as 65.5.'),
      end: end_time.describe('End in seconds into the call.'),
      title: title.describe('Title. Defaults to the title of the call and the time. Example: `Price question`.'),
      notes: notes.optional().describe('Notes for colleagues; the shared page hides them. Example: `Good reply`.'),
      user_id: userId
        .optional()
        .describe('ID of the creator, from list_reps. Defaults to you; required with an organization-level API key.'),
      internal: internal.describe(INTERNAL),
      notify_views: notify_views.describe('Whether to email the creator at the first view.'),
      expires_at: expiryArgument.describe(EXPIRES),
      library: createFlat.input.shape.library.describe('Library to add the snippet to.'),
      folder_path: folderPathText()
        .optional()
        .describe('Library folder, such as Pricing/Objections. Missing folders are created.'),
    },
    names: {
      call_id: 'conversation_id',
      user_id: 'user_uuid',
      start: 'start_time',
      end: 'end_time',
      expires_at: 'expiresAt',
    },
    data: { id: z.string(), url: z.string() },
    present: ({ id, url }, { internal }) => ({
      text: `Created the snippet.\n${lines({ Id: id, Link: url, 'Opens for': opensFor(internal) })}`,
      data: { id, url },
    }),
  }),
  defineTool(updateFlat, {
    name: 'update_snippet',
    title: 'Update a snippet',
    hints: { effect: 'changes', idempotent: true, openWorld: true },
    description: 'Updates a snippet. Omitted arguments keep their values. Requires its creator or an admin.',
    args: {
      snippet_id: snippetId,
      title: changes.title.describe('New title of the snippet. Example: `Price question`.'),
      notes: changes.notes.describe('New notes; empty to remove them. Example: `Good reply`.'),
      start: updateFlat.input.shape.start_time.describe('New start in seconds into the call.'),
      end: updateFlat.input.shape.end_time.describe('New end in seconds into the call.'),
      internal: changes.internal.describe(INTERNAL),
      notify_views: changes.notify_views.describe('Whether to email the creator at the first view.'),
      expires_at: expiryArgument.describe(
        'When the public link expires; null for never. Example: `2026-11-21T09:30:00Z`.',
      ),
    },
    names: { snippet_id: 'id', start: 'start_time', end: 'end_time', expires_at: 'expiresAt' },
    data: { id: z.string(), start: z.number(), end: z.number() },
    present: ({ data }) => ({
      text: `Updated the snippet.\n${snippetText(serializeWhole(data))}`,
      data: toToolSnippet(data),
    }),
  }),
  defineTool(deleteSnippet, {
    name: 'delete_snippet',
    title: 'Delete a snippet',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: 'Deletes a snippet and its share link permanently. The call stays. Requires its creator or an admin.',
    args: { snippet_id: snippetId },
    names: { snippet_id: 'id' },
    data: { snippet_id: z.string(), deleted: z.boolean() },
    present: (_, { snippet_id }) => ({ text: 'Deleted the snippet.', data: { snippet_id, deleted: true } }),
  }),
]
