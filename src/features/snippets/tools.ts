/** Snippets, for assistants. */
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { defineTool, defineToolOperation, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { fitted } from '../../core/tool-fit.ts'
import { clock, excerpt, lines, quoted, table } from '../../core/tool-text.ts'
import { userOrCaller } from '../../core/tool-user.ts'
import { SOMETHING_GIVEN, somethingGiven, uuid } from '../../core/wire.ts'
import { folderPath, folderPathText } from '../library/index.ts'
import { createSnippet } from './create-snippet.ts'
import { deleteSnippet } from './delete-snippet.ts'
import { getSnippet } from './get-snippet.ts'
import { listSnippets } from './list-snippets.ts'
import { notes, type Snippet, videoInput } from './schema.ts'
import { applyChange, updateSnippet } from './update-snippet.ts'

const TITLE_TOLD = 120
/** In tokens. */
const NOTES_TOLD = 8_000

const { user_uuid, conversation_id, internal, notify_views, title } = createSnippet.input.shape
const { start_time, end_time } = videoInput.shape

/** Models fill in flat arguments more surely than nested ones. */
const createFlat = defineToolOperation({
  ...createSnippet,
  input: z.object({
    user_uuid: user_uuid.optional(),
    ...{ conversation_id, start_time, end_time, title, notes: notes.default(''), internal, notify_views },
    library: z.enum(['organization', 'own']).optional(),
    folder_path: folderPath.optional(),
  }),
  handle: ({ start_time, end_time, library, folder_path, ...given }, ctx) =>
    withFlatPointers(() =>
      createSnippet.handle(
        {
          ...given,
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
    .refine(somethingGiven('id'), SOMETHING_GIVEN),
  handle: ({ id, start_time, end_time, ...given }, ctx) => {
    const video = start_time === undefined && end_time === undefined ? undefined : { start_time, end_time }
    return withFlatPointers(() => applyChange(ctx, id, { ...given, video }))
  },
})

/** What is wrong with the clip is told of the ends themselves. */
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
const tell = (snippet: Snippet) => ({
  ...{ id: snippet.id, title: snippet.title, call_id: snippet.conversation_id, user_id: snippet.user_uuid },
  ...{ start: snippet.video.start_time, end: snippet.video.end_time },
  ...{ url: snippet.url, internal: snippet.internal, in_library: snippet.in_library },
})
const tellWhole = (snippet: Snippet) => ({
  ...tell(snippet),
  notes: fitted(snippet.notes, NOTES_TOLD),
})

const timeOf = ({ start, end }: { start: number; end: number }) =>
  `${clock(start)}–${clock(end)} (${start} to ${end} s)`
const opensFor = (internal: boolean) => (internal ? 'people who sign in' : 'everyone who has the link')

function snippetText(snippet: ReturnType<typeof tellWhole>): string {
  const head = lines({
    Snippet: snippet.title,
    Id: snippet.id,
    Call: snippet.call_id,
    Creator: snippet.user_id,
    Time: timeOf(snippet),
    Link: snippet.url,
    'Opens for': opensFor(snippet.internal),
    'In the library': snippet.in_library ? 'yes' : 'no',
  })
  return snippet.notes === '' ? head : `${head}\n\nNotes:\n\n${quoted(snippet.notes)}`
}

const snippetId = idOf('snippet', 'list_snippets')
const userId = idOf('user', 'list_reps')

export const tools: readonly Tool[] = [
  defineTool(listSnippets, {
    name: 'list_snippets',
    title: 'List snippets',
    description:
      'Snippets are marked clips of calls, each with a link to share. Lists those of the calls you see, newest first.',
    args: {
      user_id: userId.optional().describe('Creator, from list_reps.'),
      call_id: conversation_id.optional().describe('Call it is of.'),
      folder_id: uuid().optional().describe('Folder it is in.'),
    },
    names: { user_id: 'user_uuid', call_id: 'conversation_id', folder_id: 'folder_uuid' },
    paged: { max: 100 },
    data: { snippets: z.array(z.looseObject(listed)) },
    present: ({ data }) => {
      const snippets = data.map((one) => ({ ...tell(one), title: excerpt(one.title, TITLE_TOLD) }))
      return {
        text: table(
          ['Snippet', 'Id', 'Call', 'Creator', 'Time', 'Link'],
          snippets.map((one) => [one.title, one.id, one.call_id, one.user_id, timeOf(one), one.url]),
        ),
        data: { snippets },
      }
    },
  }),
  defineTool(getSnippet, {
    name: 'get_snippet',
    title: 'Read a snippet',
    description: 'One snippet with notes and link. get_call_details tells the words said in it.',
    args: { snippet_id: snippetId },
    names: { snippet_id: 'id' },
    data: { ...listed, user_id: z.string(), notes: z.string(), internal: z.boolean(), in_library: z.boolean() },
    present: ({ data }) => ({ text: snippetText(tellWhole(data)), data: tellWhole(data) }),
  }),
  defineTool(createFlat, {
    name: 'create_snippet',
    title: 'Make a snippet',
    description:
      'Marks a clip of a call and gives a link to share. Find its seconds first: search_calls tells them for each quote, get_call_details for each line of a transcript window.',
    args: {
      call_id: conversation_id.describe('Id of the call.'),
      start: start_time.describe('Seconds into the call.'),
      end: end_time.describe('Seconds, too.'),
      title: title.describe('Default: title and time of the call.'),
      notes: notes.optional().describe('For colleagues; not on the shared page.'),
      user_id: userId.optional().describe('Creator; default: you. Org-level keys must name one.'),
      internal: internal.describe('false: the link opens without sign-in.'),
      notify_views: notify_views.describe('Mail the creator at the first view.'),
      library: createFlat.input.shape.library.describe('Keep it in this library, too.'),
      folder_path: folderPathText().optional().describe('There, like Pricing/Objections; made if missing.'),
    },
    names: { call_id: 'conversation_id', user_id: 'user_uuid', start: 'start_time', end: 'end_time' },
    data: { id: z.string(), url: z.string() },
    present: ({ id, url }, { internal }) => ({
      text: `Made the snippet.\n${lines({ Id: id, Link: url, 'Opens for': opensFor(internal) })}`,
      data: { id, url },
    }),
  }),
  defineTool(updateFlat, {
    name: 'update_snippet',
    title: 'Change a snippet',
    description: 'Changes a snippet; what is left out stays. For its creator and admins.',
    args: {
      snippet_id: snippetId,
      title: changes.title.describe('New title.'),
      notes: changes.notes.describe('Empty for none.'),
      start: updateFlat.input.shape.start_time.describe('Seconds into the call.'),
      end: updateFlat.input.shape.end_time.describe('Seconds into the call.'),
      internal: changes.internal.describe('false: the link opens without sign-in.'),
      notify_views: changes.notify_views.describe('Mail the creator at the next view.'),
    },
    names: { snippet_id: 'id', start: 'start_time', end: 'end_time' },
    idempotent: true,
    data: { id: z.string(), start: z.number(), end: z.number() },
    present: ({ data }) => ({ text: `Changed the snippet.\n${snippetText(tellWhole(data))}`, data: tell(data) }),
  }),
  defineTool(deleteSnippet, {
    name: 'delete_snippet',
    title: 'Delete a snippet',
    description:
      'Deletes a snippet for good; its link opens nothing any more. The call stays. For its creator and admins.',
    args: { snippet_id: snippetId },
    names: { snippet_id: 'id' },
    destructive: true,
    data: { snippet_id: z.string(), deleted: z.boolean() },
    present: (_, { snippet_id }) => ({ text: 'Deleted the snippet.', data: { snippet_id, deleted: true } }),
  }),
]
