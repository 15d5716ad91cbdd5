/** Stores trackers, scorecards and library clips, each once: its row in `move_parts` is in the same transaction. */
import { AppError } from '../../../core/errors.ts'
import { type Context, contextWithin } from '../../../core/operation.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { createTracker } from '../../analysis/trackers/index.ts'
import { createScorecard } from '../../coaching/scorecards/index.ts'
import { lockForClip } from '../../conversations/records/index.ts'
import {
  insertMovePart,
  type MovePart,
  selectConversationBySource,
  selectConversationFacts,
  selectMoveParts,
} from './queries.ts'
import { storeClip } from './store-details.ts'
import type { LibraryClip, MissingReason, VendorDefinitions, VendorScorecard, VendorTracker } from './vendor.ts'

const NAME_MAX = 128
const PHRASE_MAX = 200
const PHRASES_MAX = 100
const QUESTIONS_MAX = 100

const cut = (text: string, max: number) => [...text.trim()].slice(0, max).join('')

type MovedKind = 'tracker' | 'scorecard' | 'clip'

export interface MovedDefinitions {
  /** Parley's IDs by the vendor's IDs. */
  readonly scorecards: ReadonlyMap<string, string>
  /** Parley's IDs by `scorecard/question` of the vendor. */
  readonly questions: ReadonlyMap<string, string>
}

export async function storeDefinitions(
  ctx: Context,
  moveId: string,
  { trackers, scorecards }: VendorDefinitions,
): Promise<void> {
  const moved = await selectMoveParts(ctx.db, ctx.org, moveId, 'tracker')
  for (const tracker of trackers) if (!moved.has(tracker.externalId)) await storeTracker(ctx, moveId, tracker)
  const known = await selectMoveParts(ctx.db, ctx.org, moveId, 'scorecard')
  for (const card of scorecards) if (!known.has(card.externalId)) await storeScorecard(ctx, moveId, card)
}

export const loadDefinitions = async (ctx: Context, moveId: string): Promise<MovedDefinitions> => ({
  scorecards: await selectMoveParts(ctx.db, ctx.org, moveId, 'scorecard'),
  questions: await selectMoveParts(ctx.db, ctx.org, moveId, 'question'),
})

/** Stores that a part couldn't come. */
const refuse = (
  ctx: Context,
  moveId: string,
  part: { kind: MovedKind; externalId: string; title: string },
  reason: MissingReason,
): Promise<void> =>
  ctx.transact((tx) =>
    insertMovePart(tx, ctx.org, moveId, { ...part, title: cut(part.title, 512), entityId: null, reason }),
  )

const toReason = ({ code }: AppError): MissingReason =>
  code.endsWith('_taken') ? 'name_taken' : code.startsWith('too_many') ? 'limit' : 'rejected'

async function storeTracker(ctx: Context, moveId: string, tracker: VendorTracker): Promise<void> {
  const part = { kind: 'tracker', externalId: tracker.externalId, title: tracker.name } as const
  const phrases = [...new Set(tracker.phrases.map((phrase) => cut(phrase, PHRASE_MAX)).filter(Boolean))]
  if (phrases.length === 0) return refuse(ctx, moveId, part, 'no_phrases')
  try {
    await ctx.transact(async (tx) => {
      const input = {
        ...{ name: cut(tracker.name, NAME_MAX), phrases: phrases.slice(0, PHRASES_MAX) },
        ...{ speakers: tracker.speakers, stemmed: tracker.stemmed },
      }
      const { uuid } = (await runOperation(createTracker, input, contextWithin(ctx, tx))) as { uuid: string }
      await insertMovePart(tx, ctx.org, moveId, { ...part, entityId: uuid, reason: null })
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await refuse(ctx, moveId, part, toReason(error))
  }
}

async function storeScorecard(ctx: Context, moveId: string, card: VendorScorecard): Promise<void> {
  const part = { kind: 'scorecard', externalId: card.externalId, title: card.title } as const
  const questions = card.questions.filter(({ text }) => text.trim() !== '').slice(0, QUESTIONS_MAX)
  try {
    await ctx.transact(async (tx) => {
      const input = {
        title: cut(card.title, NAME_MAX),
        detailedInstructions: '',
        items: questions.map(({ text }) => ({ title: cut(text, NAME_MAX) })),
      }
      const created = (await runOperation(createScorecard, input, contextWithin(ctx, tx))) as {
        id: string
        items?: { id: string; title: string }[]
      }
      await insertMovePart(tx, ctx.org, moveId, { ...part, entityId: created.id, reason: null })
      for (const [index, { externalId }] of questions.entries()) {
        const item = created.items?.[index]
        if (item === undefined) throw new Error('The created scorecard lacks an item.')
        const question: MovePart = {
          ...{ kind: 'question', externalId: `${card.externalId}/${externalId}` },
          ...{ entityId: item.id, reason: null, title: item.title },
        }
        await insertMovePart(tx, ctx.org, moveId, question)
      }
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await refuse(ctx, moveId, part, toReason(error))
  }
}

/** Creates the clip in its folder of the organization's library. */
export async function storeLibraryClip(
  ctx: Context,
  move: { readonly id: string; readonly application: string },
  clip: LibraryClip,
): Promise<void> {
  const part = { kind: 'clip', externalId: clip.externalId, title: clip.title ?? clip.folderPath.join('/') } as const
  const lost = (reason: MissingReason) => refuse(ctx, move.id, part, reason)
  const source = { application: move.application, externalId: clip.callId }
  const reason = await ctx
    .transact(async (tx): Promise<MissingReason | undefined> => {
      const found = await selectConversationBySource(tx, ctx.org, source)
      if (found === undefined) return 'unknown_call'
      const locked = await lockForClip(tx, ctx.org, 'everything', found.id)
      const facts = await selectConversationFacts(tx, ctx.org, found.id)
      if (locked === undefined || facts === undefined) return 'unknown_call'
      const [start, end] = [clip.start ?? 0, clip.end ?? locked.length]
      if (end === null) return 'without_times'
      const id = await storeClip(contextWithin(ctx, tx), {
        conversationId: found.id,
        clip: { ...clip, start, end },
        facts: { ownerId: facts.owner_id, startedAt: null, length: locked.length },
        folderPath: clip.folderPath.map(toFolderName).filter(Boolean),
      })
      if (id === undefined) return 'without_times'
      await insertMovePart(tx, ctx.org, move.id, { ...part, title: cut(part.title, 512), entityId: id, reason: null })
      return undefined
    })
    .catch((error: unknown): MissingReason => {
      if (error instanceof AppError) return toReason(error)
      throw error
    })
  if (reason !== undefined) await lost(reason)
}

/** Folder names are parts of a path with slashes. */
const toFolderName = (name: string) => cut(name.replaceAll(/[/\r\n]+/g, '-'), 100)
