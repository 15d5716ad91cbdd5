/**
 * Stages of a person erasure, processed in order. Each step stores its position in its own transaction, so an
 * interrupted run continues after the last committed step.
 */
import type { Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { deleteAssignmentsTo } from '../../coaching/coaching-assignments/index.ts'
import { deletePrivateComments } from '../../collaboration/comments/index.ts'
import { deleteNotifications } from '../../collaboration/notifications/index.ts'
import { filterableValues } from '../../conversations/crm-records/index.ts'
import { selectOnHold } from '../../conversations/legal-holds/index.ts'
import { endUserSessions } from '../../conversations/recording-sessions/index.ts'
import { eraseThoseNotHeld } from '../../conversations/records/index.ts'
import { recordService } from '../../platform/audit/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { rewriteSource, selectSourcesWithWords } from '../../search/knowledge-base/index.ts'
import { clearAllWords } from '../../sources/source-recordings/index.ts'
import { eraseFromGlossary } from '../../text/glossary/index.ts'
import { addCounts, type MaskCounts, maskText } from '../../text/redaction/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { maskConversation } from './mask-conversation.ts'
import {
  changeFor,
  type ErasureSubject,
  finderOfPerson,
  hasTakenPart,
  isIn,
  toPseudonym,
  toSearchSubstrings,
} from './person.ts'
import { type PersonalDataColumn, PLACES } from './personal-data-columns.ts'
import { type ErasureRow, lockErasure, updateErasure } from './queries.ts'
import { deleteParticipant, lockConversation, selectTranscripts, selectWithWords } from './queries-conversation.ts'
import {
  anonymizeUser,
  clearInAuditLog,
  clearInLegalHolds,
  deleteCrmRecord,
  deleteDeckShares,
  deleteInvitations,
  deleteLinksNamed,
  deleteMail,
  isPersonHeld,
  lockCrmRecords,
  updateCrmRecord,
} from './queries-people.ts'
import { lockHolding, updateRow } from './queries-places.ts'
import { rewriteAll, rewriteRow } from './rewrite.ts'
import { ERASURE } from './schema.ts'
import { countDeletedRecording, eraseRecording, findRecording } from './unredactable-files.ts'

/** Result of one step. */
interface Came {
  readonly counts?: MaskCounts | undefined
  readonly leftovers?: MaskCounts | undefined
}

export interface RunningErasure {
  readonly id: string
  readonly mode: ErasureRow['mode']
  readonly originals: ErasureRow['originals']
  readonly userId: string | null
  readonly subject: ErasureSubject
}

interface Stage {
  readonly place: string
  /** Processes a batch after the cursor. @returns the new cursor, or undefined if nothing is left */
  step(
    ctx: JobContext,
    erasing: RunningErasure,
    cursor: readonly string[] | undefined,
  ): Promise<readonly string[] | undefined>
}

const BATCH = 50

export const STAGES: readonly Stage[] = [
  { place: 'conversations', step: eraseInConversations },
  { place: 'knowledge', step: eraseInKnowledge },
  { place: 'crm_records', step: eraseInCrm },
  { place: 'glossary', step: eraseInGlossary },
  ...PLACES.map((place) => ({ place: place.table, step: stepIn(place) })),
  { place: 'people', step: erasePerson },
]

export function toErasing(row: ErasureRow): RunningErasure | undefined {
  if (row.email === null) return undefined
  const subject = { email: row.email, names: row.names, pseudonym: toPseudonym(row.id) }
  return { id: row.id, mode: row.mode, originals: row.originals, userId: row.user_id, subject }
}

/** Stores the position and counts, in the transaction of the step. */
async function note(
  tx: Writer,
  ctx: JobContext,
  { id }: RunningErasure,
  at: { place: string; cursor: readonly string[] | null },
  { counts = {}, leftovers = {} }: Came,
): Promise<void> {
  const row = await lockErasure(tx, ctx.org, id)
  if (row === undefined) throw new Error('The erasure has ended.')
  await updateErasure(tx, ctx.org, id, {
    ...at,
    counts: addCounts(row.counts, counts),
    leftovers: addCounts(row.leftovers, leftovers),
  })
}

async function eraseInConversations(ctx: JobContext, erasing: RunningErasure, cursor: readonly string[] | undefined) {
  const ids = await selectWithWords(ctx.db, ctx.org, toSearchSubstrings(erasing.subject), cursor?.[0], BATCH)
  for (const id of ids) {
    ctx.signal.throwIfAborted()
    await ctx.transact(async (tx) => {
      const came = await eraseInConversation(tx, ctx, erasing, id)
      await note(tx, ctx, erasing, { place: 'conversations', cursor: [id] }, came)
    })
  }
  return ids.length < BATCH ? undefined : ids.slice(-1)
}

async function eraseInConversation(tx: Writer, ctx: JobContext, erasing: RunningErasure, id: string): Promise<Came> {
  const stored = await lockConversation(tx, ctx.org, id)
  if (stored === undefined) return {}
  const transcripts = (await selectTranscripts(tx, ctx.org, id)).map(
    ({ segments }) => JSON.parse(segments) as TranscriptSegment[],
  )
  if (!isIn(erasing.subject, stored, transcripts)) return {}
  const isPart = hasTakenPart(erasing.subject, stored, transcripts)
  if ((await selectOnHold(tx, ctx.org, [id])).has(id)) {
    return { leftovers: { held_conversations: 1 } }
  }
  if (isPart && erasing.mode === 'erase_conversations') {
    const recording = await findRecording(tx, ctx.org, id)
    const { erased } = await eraseThoseNotHeld(tx, ctx, [id])
    if (erased.length === 0) return { leftovers: { held_conversations: 1 } }
    const things = erased.map((one) => ({ kind: 'conversation', id: one }))
    await recordService(tx, ctx.org, 'erasePerson', ctx.clock.now(), [...things, { kind: ERASURE, id: erasing.id }])
    const { counts, leftovers } = countDeletedRecording(recording)
    return { counts: { ...counts, conversations_erased: erased.length }, leftovers }
  }
  const masked = await maskConversation(tx, ctx, id, changeFor(erasing.subject))
  await deleteParticipant(tx, ctx.org, id, erasing.subject.email)
  const { counts, leftovers } = isPart ? await eraseRecording(tx, ctx, erasing, id) : {}
  return { counts: { ...counts, ...(masked?.changed ? { conversations: 1 } : {}) }, leftovers }
}

async function eraseInKnowledge(ctx: JobContext, erasing: RunningErasure, cursor: readonly string[] | undefined) {
  const find = finderOfPerson(erasing.subject)
  const ids = await selectSourcesWithWords(ctx.db, ctx.org, toSearchSubstrings(erasing.subject), cursor?.[0], BATCH)
  for (const id of ids) {
    ctx.signal.throwIfAborted()
    await rewriteSource(ctx, id, (text) => maskText(text, find).text, {
      // A legal hold placed during the erasure keeps the file, because it couldn't be restored.
      isFileUnwanted: async (tx) =>
        erasing.originals === 'delete' && !(await isPersonHeld(tx, ctx.org, erasing.subject.email, erasing.userId)),
      note: async (tx, outcome) => {
        if (outcome === 'file removed') {
          const things = [
            { kind: 'knowledge base source', id },
            { kind: ERASURE, id: erasing.id },
          ]
          await recordService(tx, ctx.org, 'erasePerson', ctx.clock.now(), things)
        }
        await note(
          tx,
          ctx,
          erasing,
          { place: 'knowledge', cursor: [id] },
          {
            counts: withoutZeros({
              knowledge_sources: outcome === 'same' ? 0 : 1,
              files_deleted: outcome === 'file removed' ? 1 : 0,
            }),
            leftovers: withoutZeros({ files: outcome === 'file kept' ? 1 : 0 }),
          },
        )
      },
    })
  }
  return ids.length < BATCH ? undefined : ids.slice(-1)
}

/** CRM entities that represent people. Records of the person are deleted completely. */
const PEOPLE = new Set(['contacts', 'contact', 'lead', 'users', 'user', 'owners'])

function eraseInCrm(ctx: JobContext, erasing: RunningErasure, cursor: readonly string[] | undefined) {
  const { email } = erasing.subject
  const find = finderOfPerson(erasing.subject)
  const rewrite = (text: string) => maskText(text, find).text
  const isTheirs = (value: unknown) => typeof value === 'string' && value.trim().toLowerCase() === email
  return ctx.transact(async (tx) => {
    const rows = await lockCrmRecords(tx, ctx.org, toSearchSubstrings(erasing.subject), cursor, BATCH)
    let [erased, changed] = [0, 0]
    for (const row of rows) {
      const isPerson = PEOPLE.has(row.code) && Object.values(row.fields).some(isTheirs)
      if (isPerson || find(row.id).length > 0) {
        await deleteCrmRecord(tx, ctx.org, row.code, row.id)
        erased++
        continue
      }
      const fields = rewriteAll(row.fields, rewrite) as Record<string, unknown>
      if (JSON.stringify(fields) === JSON.stringify(row.fields)) continue
      await updateCrmRecord(tx, ctx.org, { ...row, fields }, filterableValues(fields), ctx.clock.now())
      changed++
    }
    const last = rows.at(-1)
    const next = rows.length < BATCH || last === undefined ? undefined : [last.code, last.id]
    const links = next === undefined ? await deleteLinksNamed(tx, ctx.org, email) : 0
    const counts = { crm_records_erased: erased, crm_records: changed, crm_links: links }
    await note(tx, ctx, erasing, { place: 'crm_records', cursor: next ?? null }, { counts: withoutZeros(counts) })
    return next
  })
}

function eraseInGlossary(ctx: JobContext, erasing: RunningErasure) {
  const find = finderOfPerson(erasing.subject)
  return ctx.transact(async (tx) => {
    const changed = await eraseFromGlossary(tx, ctx.org, {
      substrings: toSearchSubstrings(erasing.subject),
      isMentioned: (text) => find(text).length > 0,
      rewrite: (text) => maskText(text, find).text,
    })
    await note(
      tx,
      ctx,
      erasing,
      { place: 'glossary', cursor: null },
      { counts: withoutZeros({ glossary_terms: changed }) },
    )
    return undefined
  })
}

function stepIn(place: PersonalDataColumn): Stage['step'] {
  return (ctx, erasing, cursor) => {
    const find = finderOfPerson(erasing.subject)
    return ctx.transact(async (tx) => {
      const words = toSearchSubstrings(erasing.subject)
      const rows = await lockHolding(tx, ctx.org, place, { words }, cursor, BATCH)
      let changed = 0
      for (const row of rows) {
        const changes = rewriteRow(place, row, (text) => maskText(text, find).text)
        if (Object.keys(changes).length === 0) continue
        await updateRow(tx, ctx.org, place, row, changes, ctx.clock.now())
        changed++
      }
      const last = rows.at(-1)
      const next =
        rows.length < BATCH || last === undefined ? undefined : place.key.map((column) => String(last[column]))
      const counts = withoutZeros({ [place.table]: changed })
      await note(tx, ctx, erasing, { place: place.table, cursor: next ?? null }, { counts })
      return next
    })
  }
}

const withoutZeros = (counts: MaskCounts): MaskCounts =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))

/**
 * Anonymizes the user, deletes private notes, coaching, invitations, deck shares and queued emails, and clears the audit log, in one
 * transaction.
 */
function erasePerson(ctx: JobContext, erasing: RunningErasure) {
  const { email, pseudonym } = erasing.subject
  const at = ctx.clock.now()
  return ctx.transact(async (tx) => {
    const user = erasing.userId
    // The hold was placed during the erasure and refers to the email address, so the address must stay.
    if (await isPersonHeld(tx, ctx.org, email, user)) {
      await note(tx, ctx, erasing, { place: 'people', cursor: null }, { leftovers: { held_persons: 1 } })
      return undefined
    }
    const address = `erased-${erasing.id}@erased.invalid`
    const isUser = user !== null && (await anonymizeUser(tx, ctx.org, user, address, at))
    if (isUser) {
      await endUserSessions(tx, ctx, user)
      await announce(tx, ctx, { type: 'user.erased', data: { user_id: user } })
    }
    const counts = {
      users: isUser ? 1 : 0,
      notifications: isUser ? await deleteNotifications(tx, ctx.org, user) : 0,
      coaching_assignments: isUser ? await deleteAssignmentsTo(tx, ctx.org, user) : 0,
      private_comments: isUser ? await deletePrivateComments(tx, ctx.org, user) : 0,
      invitations: await deleteInvitations(tx, ctx.org, email),
      deck_shares: await deleteDeckShares(tx, ctx.org, email),
      mails: await deleteMail(tx, email),
      // Sealed, so nobody can search them for the person.
      source_deliveries: await clearAllWords(tx, ctx.org),
      legal_holds: await clearInLegalHolds(tx, ctx.org, email, pseudonym),
      audit_entries: await clearInAuditLog(tx, ctx.org, email, isUser ? user : null),
    }
    const leftovers = withoutZeros({ users: user !== null && !isUser ? 1 : 0 })
    await note(tx, ctx, erasing, { place: 'people', cursor: null }, { counts: withoutZeros(counts), leftovers })
    return undefined
  })
}
