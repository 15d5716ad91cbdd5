import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { forbidden, invalid, notFound } from '../../core/errors.ts'
import { type Context, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { uuid } from '../../core/wire.ts'
import { holdForClip, isVisible, selectTranscriptExtent, selectVisibilityOf } from '../conversations/index.ts'
import { findUser } from '../identity/index.ts'
import { ensurePath, folderPath, insertItem } from '../library/index.ts'
import { requireSharingOutside } from '../outside-sharing/index.ts'
import { announce } from '../webhooks/index.ts'
import { checkReference, clipOf, defaultTitle } from './model.ts'
import { insertSnippet } from './queries.ts'
import { notes, reference, TITLE_MAX, title, videoInput } from './schema.ts'
import { shareUrl } from './told.ts'

/** 144 bits: nobody finds a page by trying. */
const SHARE_CODE_BYTES = 18

const libraryPlace = z.object({
  my_library: z.boolean().default(false).describe("The creator's own library instead of the organization's."),
  folder_path: folderPath.optional().describe('Folders that are missing are made. Absent: the root.'),
})

const input = z.object({
  user_uuid: uuid().describe('The creator. Who is no admin names themselves.'),
  conversation_id: uuid(),
  internal: z.boolean().default(true).describe('True: whoever opens the link must sign in. False: nobody must.'),
  notify_views: z.boolean().default(false).describe('The creator gets an e-mail when the link is first opened.'),
  title: title.optional().describe('Absent or blank: the title of the conversation and the time of the clip.'),
  notes: notes.default(''),
  in_library: z
    .union([z.boolean(), libraryPlace])
    .optional()
    .describe('True: in the root, or where library_item_info says. False: nowhere. Absent: as library_item_info says.'),
  library_item_info: libraryPlace.optional().describe('Another name for the object that in_library may be.'),
  video: videoInput,
  reference: reference.optional(),
})
type Input = z.output<typeof input>

/** Contract, operation 4. */
export const createSnippet = defineOperation({
  id: 'createSnippet',
  summary: 'Mark a clip of a conversation, with a link to share it by.',
  tag: 'Snippets',
  input,
  output: z.object({ id: z.string(), url: z.string(), share_code: z.string() }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/snippets', status: 201 },
  async handle(given, ctx) {
    const place = placeOf(given)
    const { role, user } = ctx.principal
    if (role !== 'ADMIN' && given.user_uuid !== user?.id) {
      throw forbidden('admin_required', 'Only admins make snippets for other users.')
    }
    const id = newId()
    const shareCode = randomBytes(SHARE_CODE_BYTES).toString('base64url')
    const at = ctx.clock.now()
    await ctx.transact(async (tx) => {
      const conversation = await holdForClip(tx, ctx.org, visibilityOf(ctx.principal), given.conversation_id)
      if (conversation === undefined) throw notFound('conversation', '/conversation_id')
      await checkCreator(tx, ctx, given)
      if (!given.internal) await requireSharingOutside(tx, ctx.org, '/internal')
      const clip = clipOf(given.video, conversation.length)
      await insertSnippet(tx, ctx.org, {
        id,
        conversationId: given.conversation_id,
        userId: given.user_uuid,
        title: given.title || defaultTitle(conversation.title, clip, TITLE_MAX),
        notes: given.notes,
        internal: given.internal,
        notifyViews: given.notify_views,
        clip,
        reference: await referenceOf(tx, ctx, given),
        shareCode,
        at,
      })
      if (place !== undefined) await shelve(tx, ctx, { id, given, place, at })
      await announce(tx, ctx, {
        type: 'snippet.created',
        data: { snippet_id: id, conversation_id: given.conversation_id, user_id: given.user_uuid },
      })
      ctx.names('snippet', id)
    })
    return { id, url: shareUrl(ctx.publicUrl(), shareCode), share_code: shareCode }
  },
})

type Place = z.output<typeof libraryPlace>

/** Where in the library it goes, or undefined: nowhere. */
function placeOf({ in_library: given, library_item_info: info }: Input): Place | undefined {
  if (typeof given === 'object') {
    if (info === undefined) return given
    throw invalid({ pointer: '/library_item_info', detail: 'The place is in in_library already.' })
  }
  if (given === false) return undefined
  return given ? (info ?? { my_library: false }) : info
}

/** A snippet belongs to an active user who sees what it shows: its link is worth no more than its creator's own sight. */
async function checkCreator(tx: Writer, ctx: Context, given: Input): Promise<void> {
  const creator = given.user_uuid
  if (creator === ctx.principal.user?.id) return
  if ((await findUser(tx, ctx.org, { id: creator })) === undefined) {
    throw invalid({ pointer: '/user_uuid', detail: 'There is no such active user in the organization.' })
  }
  const visibility = await selectVisibilityOf(tx, ctx.org, creator)
  if (visibility === undefined || !(await isVisible(tx, ctx.org, visibility, given.conversation_id))) {
    throw invalid({ pointer: '/user_uuid', detail: 'This user does not see the conversation.' })
  }
}

async function referenceOf(tx: Writer, ctx: Context, { reference: said, conversation_id: conversation }: Input) {
  if (said === undefined) return undefined
  const extent = await selectTranscriptExtent(tx, ctx.org, conversation, said.transcript_version)
  checkReference(said, extent)
  return extent === undefined ? undefined : { said, version: extent.version }
}

/** Naming a path that is not there makes it: see `ensurePath` for why anybody may. */
async function shelve(
  tx: Writer,
  ctx: Context,
  { id, given, place, at }: { id: string; given: Input; place: Place; at: Date },
): Promise<void> {
  const shelf = place.my_library ? given.user_uuid : null
  const written = { by: ctx.principal.user?.id ?? null, at }
  const { folderId, made } = await ensurePath(tx, ctx.org, shelf, place.folder_path ?? [], written)
  for (const folder of made) ctx.names('folder', folder)
  const snippet = { id, conversationId: given.conversation_id }
  await insertItem(tx, ctx.org, { shelf, folderId, snippet, ...written })
}
