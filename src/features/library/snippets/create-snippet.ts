import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { requireSharingOutside } from '../../accounts/outside-sharing/index.ts'
import {
  isVisible,
  lockForClip,
  selectTranscriptExtent,
  selectUserVisibility,
} from '../../conversations/records/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { ensurePath, folderPath, insertItem } from '../folders/index.ts'
import { expiryInput } from '../shared-links/index.ts'
import { checkLinkExpiry, checkQuestions, checkReference, defaultTitle, parseClip } from './model.ts'
import { insertSnippet } from './queries.ts'
import { notes, reference, TITLE_MAX, title, videoInput } from './schema.ts'
import { shareUrl } from './serialize.ts'

/** Length of a share code: 144 random bits, which can't be guessed. */
const SHARE_CODE_BYTES = 18

const libraryPlace = z.object({
  my_library: z
    .boolean()
    .default(false)
    .describe("Whether to use the creator's own library instead of the organization's. Defaults to false."),
  folder_path: folderPath
    .optional()
    .describe(
      'Path of the folder, with names separated by slashes. Missing folders are created. Defaults to the root. Example: `Pricing/Objections`.',
    ),
})

const input = z.object({
  user_uuid: uuid().describe(
    'ID of the creator, from `GET /organizations/users`. Only admins can set another user than themselves. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
  ),
  conversation_id: uuid().describe(
    'ID of the conversation, from `GET /conversations/list`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
  ),
  internal: z
    .boolean()
    .default(true)
    .describe(
      'Whether the link requires sign-in and access to the conversation. If false, anyone with the link can open it. Defaults to true.',
    ),
  notify_views: z
    .boolean()
    .default(false)
    .describe('Whether to email the creator when somebody else first opens the link. Defaults to false.'),
  expiresAt: expiryInput()
    .default(null)
    .describe(
      'When the public link expires: a date-time in the future, at most one year ahead. From then on, the link opens nothing. Only with `internal: false`. Defaults to null, which means never. Example: `2026-11-21T09:30:00Z`.',
    ),
  questionsAllowed: z
    .boolean()
    .default(false)
    .describe(
      'Whether people who open the public link can ask questions. Answers consist of quotes from the clip. Only with `internal: false`. Defaults to false.',
    ),
  title: title
    .optional()
    .describe(
      `Title, up to ${TITLE_MAX} characters. If it is missing or blank, Parley uses the title of the conversation and the time of the clip. Example: \`Pricing objection\`.`,
    ),
  notes: notes
    .default('')
    .describe('Notes for colleagues, up to 8,000 characters. The shared page does not show them.'),
  in_library: z
    .union([z.boolean(), libraryPlace])
    .optional()
    .describe(
      'Whether to add the snippet to the library: an object with the folder, or true for the folder in `library_item_info` (the root without it). If omitted, `library_item_info` decides.',
    ),
  library_item_info: libraryPlace
    .optional()
    .describe('Library folder; the same as an object in `in_library`. Send only one of them.'),
  video: videoInput.describe('Time of the clip in the recording.'),
  reference: reference.optional().describe('Position of the clip in the transcript.'),
})
type Input = z.output<typeof input>

/** Operation 4 of the contract. */
export const createSnippet = defineOperation({
  id: 'createSnippet',
  summary: 'Create a snippet',
  description:
    'Marks a clip of a conversation and returns a share link. Only admins can create snippets for other users. Without an ' +
    '`Idempotency-Key`, repeating the request creates another snippet.',
  tag: 'Snippets',
  input,
  output: z.object({
    id: z.string().describe('ID of the snippet.'),
    url: z.string().describe('Share link of the clip.'),
    share_code: z.string().describe('Code at the end of the share link.'),
  }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/snippets', status: 201 },
  async handle(given, ctx) {
    const place = toLibraryPlace(given)
    checkLinkExpiry(given, ctx.clock.now())
    checkQuestions(given)
    const { role, user } = ctx.principal
    if (role !== 'ADMIN' && given.user_uuid !== user?.id) {
      throw forbidden(
        'admin_required',
        'Only admins can create snippets for other users. Set `user_uuid` to your own ID.',
      )
    }
    const id = newId()
    const shareCode = randomBytes(SHARE_CODE_BYTES).toString('base64url')
    const at = ctx.clock.now()
    await ctx.transact(async (tx) => {
      const conversation = await lockForClip(tx, ctx.org, toVisibility(ctx.principal), given.conversation_id)
      if (conversation === undefined) throw notFound('conversation', '/conversation_id')
      await checkCreator(tx, ctx, given)
      if (!given.internal) await requireSharingOutside(tx, ctx.org, '/internal')
      const clip = parseClip(given.video, conversation.length)
      await insertSnippet(tx, ctx.org, {
        id,
        conversationId: given.conversation_id,
        userId: given.user_uuid,
        title: given.title || defaultTitle(conversation.title, clip, TITLE_MAX),
        notes: given.notes,
        internal: given.internal,
        notifyViews: given.notify_views,
        expiresAt: given.expiresAt,
        questionsAllowed: given.questionsAllowed,
        clip,
        reference: await resolveReference(tx, ctx, given),
        shareCode,
        at,
      })
      if (place !== undefined) await addToLibrary(tx, ctx, { id, given, place, at })
      await announce(tx, ctx, {
        type: 'snippet.created',
        data: { snippet_id: id, conversation_id: given.conversation_id, user_id: given.user_uuid },
      })
      ctx.addAuditTarget('snippet', id)
    })
    return { id, url: shareUrl(ctx.publicUrl(), shareCode), share_code: shareCode }
  },
})

type LibraryPlaceInput = z.output<typeof libraryPlace>

/** Library folder of the snippet; undefined if it isn't added to the library. */
function toLibraryPlace({ in_library: given, library_item_info: info }: Input): LibraryPlaceInput | undefined {
  if (typeof given === 'object') {
    if (info === undefined) return given
    throw invalid({
      pointer: '/library_item_info',
      detail: "`library_item_info` can't be combined with an object in `in_library`. Send only one of them.",
    })
  }
  if (given === false) return undefined
  return given ? (info ?? { my_library: false }) : info
}

/**
 * Checks that the creator is an active user with access to the conversation, because the link shows what the creator
 * can access.
 */
async function checkCreator(tx: Writer, ctx: Context, given: Input): Promise<void> {
  const creator = given.user_uuid
  if (creator === ctx.principal.user?.id) return
  if ((await findUser(tx, ctx.org, { id: creator })) === undefined) {
    throw invalid({
      pointer: '/user_uuid',
      detail: 'No active user of the organization has the ID in `user_uuid`. Get IDs from `GET /organizations/users`.',
    })
  }
  const visibility = await selectUserVisibility(tx, ctx.org, creator)
  if (visibility === undefined || !(await isVisible(tx, ctx.org, visibility, given.conversation_id))) {
    throw invalid({
      pointer: '/user_uuid',
      detail: "The user in `user_uuid` doesn't have access to the conversation. Choose another creator.",
    })
  }
}

async function resolveReference(tx: Writer, ctx: Context, { reference: said, conversation_id: conversation }: Input) {
  if (said === undefined) return undefined
  const extent = await selectTranscriptExtent(tx, ctx.org, conversation, said.transcript_version)
  checkReference(said, extent)
  return extent === undefined ? undefined : { said, version: extent.version }
}

/** Adds the snippet to the library, and creates missing folders. See `ensurePath` for the permissions. */
async function addToLibrary(
  tx: Writer,
  ctx: Context,
  { id, given, place, at }: { id: string; given: Input; place: LibraryPlaceInput; at: Date },
): Promise<void> {
  const shelf = place.my_library ? given.user_uuid : null
  const written = { by: ctx.principal.user?.id ?? null, at }
  const { folderId, created } = await ensurePath(tx, ctx.org, shelf, place.folder_path ?? [], written)
  for (const folder of created) ctx.addAuditTarget('folder', folder)
  const snippet = { id, conversationId: given.conversation_id }
  await insertItem(tx, ctx.org, { shelf, folderId, snippet, ...written })
}
