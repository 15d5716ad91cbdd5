/**
 * Content and recording of a share page. Anyone can send a share code, so this module checks access for every request,
 * for the page and for the recording.
 */

import type { Store } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import { t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS } from '../../../core/mail.ts'
import type { MediaCut } from '../../../core/media.ts'
import { type Ports, StoredAnswer } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { isSharingOutsideAllowed } from '../../accounts/outside-sharing/index.ts'
import { cutRecording } from '../../conversations/recordings/index.ts'
import {
  selectMasking,
  selectSegmentsInput,
  selectUserVisibility,
  selectVisibilityOfActive,
} from '../../conversations/records/index.ts'
import { countMail, queueMail } from '../../platform/mail/index.ts'
import { findBeforeStorage } from '../../text/redaction/index.ts'
import type { SegmentsInput } from '../../text/transcripts/index.ts'
import { isExpired, type LinkVisitor, type ViewCounter } from '../shared-links/index.ts'
import { type ClipAnswer, clipAnswerTask } from './clip-answer.ts'
import { type ClipSegments, type ClipText, clipTextTask } from './clip-text.ts'
import type { ClipLine, ClipTimes, ClipWord } from './model.ts'
import { claimNotice, type SharedRow, selectByShareCode, selectLinkKeeper, selectShared } from './queries-share.ts'
import { shareUrl } from './serialize.ts'

export interface SharedSnippet {
  readonly id: string
  /** Whether the viewer can also open the snippet in the app. */
  readonly seenInside: boolean
  readonly internal: boolean
  readonly title: string
  readonly organizationName: string
  /** Start of the conversation. */
  readonly date: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
  readonly lines: readonly ClipLine[]
  /** Words of the clip with their times, without their text. Empty without times. */
  readonly words: readonly ClipWord[]
  /** Clip of the recording; undefined if there is none, or if it can't be shared. */
  readonly recording: Pick<MediaCut, 'begins' | 'picture'> | undefined
  /** Expiry of the link, ISO 8601; null: never. */
  readonly expiresAt: string | null
  /** Whether the page accepts questions about the clip. */
  readonly questionsAllowed: boolean
}

const SHARE_CODE = /^[\w-]{16,64}$/

/**
 * Organization ID for queries that don't belong to one. No tenant has this ID, so row-level security hides all their
 * rows.
 */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000' as OrganizationId

/** Signed-in user of the browser. */
export interface ClipViewer {
  readonly organizationId: OrganizationId
  readonly userId: string
}

export interface Sharing {
  readonly open: OpenShared
  /** Recording for the player of the page; undefined if it isn't available, for any reason. */
  readonly play: (code: string, viewer: ClipViewer | undefined) => Promise<StoredAnswer | undefined>
  /** Answers a question from the words of the clip. Undefined if the link opens no page, or accepts no questions. */
  readonly answer: (code: string, viewer: ClipViewer | undefined, question: string) => Promise<ClipAnswer | undefined>
}

/**
 * @param asked.visitor who views the page; undefined if the request isn't a view
 * @param asked.isShown whether the page is shown. If not, the request only checks that it exists
 */
export type OpenShared = (
  code: string,
  asked: {
    readonly visitor: LinkVisitor | undefined
    readonly isShown: boolean
    readonly viewer?: ClipViewer | undefined
  },
) => Promise<SharedSnippet | 'sign_in_needed' | undefined>

/** Context without a caller, bound to the organization of the share code. */
type AnonymousContext = Ports & { readonly org: OrganizationId }

/** Resolves share codes to pages and recordings; undefined if a code isn't valid. */
export function createSharing(parts: {
  store: Store
  contextFor: (org: OrganizationId) => AnonymousContext
  views: ViewCounter
}): Sharing {
  async function find(code: string, viewer: ClipViewer | undefined) {
    if (!SHARE_CODE.test(code)) return undefined
    const found = await selectByShareCode(parts.store.of(NO_ORGANIZATION).read, code)
    if (found === undefined) return undefined
    const ctx = parts.contextFor(found.organizationId)
    const shown = await findVisibleToKeeper(ctx, found.id)
    if (shown === undefined) return undefined
    const snippet = { ...shown, internal: shown.internal || !(await isSharingOutsideAllowed(ctx.db, ctx.org)) }
    const seenInside = viewer !== undefined && (await isSeenBy(ctx, found.id, viewer))
    if (snippet.internal && !seenInside) return viewer === undefined ? 'sign_in_needed' : undefined
    return { ctx, id: found.id, snippet, seenInside }
  }
  return {
    async open(code, { visitor, isShown, viewer }) {
      const found = await find(code, viewer)
      if (found === undefined || found === 'sign_in_needed') return found
      const { ctx, id, snippet, seenInside } = found
      // Internal snippets play in the app, and existence checks need no recording.
      const isPlayed = isShown && !snippet.internal
      const [{ text }, recording] = await Promise.all([
        readClip(ctx, snippet),
        isPlayed ? cutFor(ctx, snippet) : undefined,
      ])
      const byAnother = viewer?.userId !== snippet.user_id
      if (visitor !== undefined && byAnother && snippet.notice_due) await serializeCreator(ctx, id, snippet, code)
      const isOwner = viewer !== undefined && snippet.owner_ids.includes(viewer.userId)
      if (visitor !== undefined && !snippet.internal && !isOwner) {
        parts.views.note({ kind: 'snippet', organizationId: ctx.org, id }, visitor)
      }
      return {
        ...{ id, seenInside, internal: snippet.internal },
        title: snippet.title,
        organizationName: snippet.organization_name,
        date: snippet.conversation_started_at,
        start: snippet.start_time,
        end: snippet.end_time,
        ...{ lines: text.lines, words: text.words },
        recording,
        expiresAt: snippet.expires_at,
        questionsAllowed: snippet.questions_allowed && !snippet.internal,
      }
    },
    async play(code, viewer) {
      const found = await find(code, viewer)
      if (found === undefined || found === 'sign_in_needed') return undefined
      const cut = await cutFor(found.ctx, found.snippet)
      return cut && toStoredAnswer(cut)
    },
    async answer(code, viewer, question) {
      const found = await find(code, viewer)
      if (found === undefined || found === 'sign_in_needed') return undefined
      const { ctx, snippet } = found
      if (snippet.internal || !snippet.questions_allowed) return undefined
      const { input, named } = await readClip(ctx, snippet)
      const { title } = snippet
      return ctx.requestWorkers.run(
        clipAnswerTask,
        [input, toClipTimes(snippet), named, { question, title }],
        undefined,
      )
    },
  }
}

/** Clip of the recording. Redacted text can still be heard, so recordings of redacted conversations aren't shared. */
async function cutFor(ctx: AnonymousContext, snippet: SharedRow): Promise<MediaCut | undefined> {
  const { conversation_id: conversation, start_time: start, end_time: end } = snippet
  const masking = await selectMasking(ctx.db, ctx.org, conversation)
  if (masking === undefined || masking.isMasked) return undefined
  // Without a transcript, nothing has been checked for redaction yet.
  if (!masking.hasTranscript && (await findBeforeStorage(ctx.db, ctx.org)) !== undefined) return undefined
  return cutRecording(ctx, conversation, { start, end })
}

const toStoredAnswer = (cut: MediaCut): StoredAnswer =>
  new StoredAnswer({
    ...{ contentType: cut.contentType, size: cut.size, sha256: cut.sha256 },
    // A neutral name, because the name of the recording isn't shared.
    fileName: 'clip',
    open: async (range) => {
      const stream = await cut.open(range)
      if (stream === undefined) throw notFound('recording')
      return stream
    },
  })

/** Whether a signed-in user of the same organization has access to the conversation. */
async function isSeenBy(ctx: AnonymousContext, id: string, { organizationId, userId }: ClipViewer): Promise<boolean> {
  if (organizationId !== ctx.org) return false
  const visibility = await selectVisibilityOfActive(ctx.db, ctx.org, userId)
  return visibility !== undefined && (await selectShared(ctx.db, ctx.org, id, visibility)) !== undefined
}

/**
 * The snippet, if the person who is responsible for its link can still access it. The link stops working when the
 * conversation becomes private, when that person leaves its team or is deactivated, and when it expires. Colleagues who sign in see the
 * snippet in the app too, so an internal link outlives its creator's account.
 */
async function findVisibleToKeeper(ctx: AnonymousContext, id: string): Promise<SharedRow | undefined> {
  const link = await selectLinkKeeper(ctx.db, ctx.org, id)
  if (link === undefined || isExpired(link.expires_at, ctx.clock.now())) return undefined
  const visibilityOfKeeper = link.internal ? selectUserVisibility : selectVisibilityOfActive
  const visibility = await visibilityOfKeeper(ctx.db, ctx.org, link.keeper)
  return visibility === undefined ? undefined : selectShared(ctx.db, ctx.org, id, visibility)
}

const toClipTimes = ({ start_time: start, end_time: end }: SharedRow): ClipTimes => ({ start, end })

/** Text of a clip, and what it was read from. */
interface ReadClip {
  readonly input: SegmentsInput
  readonly named: ClipSegments | undefined
  readonly text: ClipText
}

/**
 * Text of the clip: by time from the current transcript; without times, by the segments and version of the reference.
 */
async function readClip(ctx: AnonymousContext, snippet: SharedRow): Promise<ReadClip> {
  const { conversation_id: conversation, reference, reference_version: version } = snippet
  const read = async (from: number | 'current', named: ClipSegments | undefined): Promise<ReadClip> => {
    const input = await selectSegmentsInput(ctx.db, ctx.org, conversation, from)
    return {
      input,
      named,
      text: await ctx.requestWorkers.run(clipTextTask, [input, toClipTimes(snippet), named], undefined),
    }
  }
  const current = await read('current', undefined)
  if (current.text.lines.length > 0 || reference?.speakers === undefined || version === null) return current
  const { start_idx: first, end_idx: last } = reference.speakers
  return read(version, { first: Number(first), last: Number(last) })
}

/** Emails the creator. A failure doesn't affect the viewer. */
async function serializeCreator(ctx: AnonymousContext, id: string, snippet: SharedRow, code: string): Promise<void> {
  try {
    await ctx.transact(async (tx) => {
      const creator = await findUser(tx, ctx.org, { id: snippet.user_id })
      if (creator === undefined || !(await claimNotice(tx, ctx.org, id, ctx.clock.now()))) return
      await countMail(tx, ctx, [creator.email], undefined)
      const { email: to, language } = creator
      // Without its title, which may come from a conversation that the creator no longer sees when the email is sent.
      const message = composeMail({ to, language, subject: MAIL_SUBJECTS.snippetView }, () => [
        t('Somebody opened the link to your snippet for the first time:'),
        '',
        shareUrl(ctx.publicUrl(), code),
        '',
      ])
      await queueMail(ctx, tx, message)
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    ctx.log.warn({ snippet: id, error: message }, 'the creator of a snippet was not told of a view')
  }
}
