/** Creates scores, clips, comments and insights of demo users. */
import type { Callers } from './callers.ts'
import { CLIPS } from './clips.ts'
import { COMMENTS } from './comments.ts'
import type { UserName } from './people.ts'
import { findMoment } from './render-transcript.ts'
import { type DemoScoring, SCORINGS } from './scores.ts'

/** Map from demo call IDs to conversation IDs. */
type Conversations = ReadonlyMap<string, string>

export async function fillUse(callers: Callers, conversations: Conversations): Promise<void> {
  await fillScores(callers, conversations)
  await fillClips(callers, conversations)
  await fillComments(callers, conversations)
  for (const insight of INSIGHTS) await fillInsight(callers, insight)
}

async function fillScores({ as }: Callers, conversations: Conversations): Promise<void> {
  for (const scoring of SCORINGS) {
    const id = conversations.get(scoring.talk)
    const scorecard = await findScorecard(as, scoring)
    const { data: there } = await as<{ data: { scorecardId: string; source: string }[] }>(
      scoring.by,
      'listConversationScorecardResults',
      { id },
    )
    if (there.some((one) => one.scorecardId === scorecard.id && one.source === 'human')) continue
    await as(scoring.by, 'putScorecardResult', {
      ...{ id, scorecardId: scorecard.id, summaryText: scoring.summary },
      items: scoring.items.map(({ title, score, why, evidence }) => ({
        uuid: scorecard.items.get(title),
        ...{ score, description: why, evidences: [evidence] },
      })),
    })
  }
}

async function findScorecard(as: Callers['as'], { by, scorecard }: DemoScoring) {
  type Titled = { data: { id: string; title: string }[] }
  const { data } = await as<Titled>(by, 'listScorecards')
  const id = data.find(({ title }) => title === scorecard)?.id
  const { data: items } = await as<Titled>(by, 'listScorecardItems', { id })
  return { id, items: new Map(items.map((item) => [item.title, item.id])) }
}

async function fillClips({ as, findUserId }: Callers, conversations: Conversations): Promise<void> {
  for (const clip of CLIPS) {
    const conversation = conversations.get(clip.talk)
    const { data: there } = await as<{ data: { title: string }[] }>(clip.by, 'listSnippets', {
      conversation_id: conversation,
    })
    if (there.some(({ title }) => title === clip.title)) continue
    const { start, end } = await findMoment(clip.talk, clip.from, clip.to)
    await as(clip.by, 'createSnippet', {
      ...{ user_uuid: await findUserId(clip.by), conversation_id: conversation, title: clip.title },
      ...{ notes: clip.notes ?? '', internal: clip.open !== true },
      in_library: { my_library: clip.own === true, folder_path: clip.folder.join('/') },
      video: { start_time: start, end_time: end },
    })
  }
}

/** Creates comments that don't exist yet, with their replies. */
async function fillComments({ as }: Callers, conversations: Conversations): Promise<void> {
  for (const { talk, by, text, replies = [], ...comment } of COMMENTS) {
    const id = conversations.get(talk)
    const time = await findMoment(talk, comment.from, comment.to)
    const { data: there } = await as<{ data: { anchor: { start: number | null } | null }[] }>(by, 'listComments', {
      id,
    })
    if (there.some((one) => one.anchor?.start === time.start)) continue
    const { uuid } = await as<{ uuid: string }>(by, 'createComment', { id, text, time })
    for (const reply of replies) await as(reply.by, 'createComment', { id, text: reply.text, threadUUID: uuid })
    const { resolvedBy } = comment
    if (resolvedBy !== undefined) await as(resolvedBy, 'updateCommentResolution', { id: uuid, resolved: true })
  }
}

interface DemoInsight {
  readonly by: UserName
  readonly title: string
  readonly prompts: readonly string[]
  /** Titles of knowledge sources to include. */
  readonly sources: readonly string[]
}

const INSIGHTS: readonly DemoInsight[] = [
  {
    ...{ by: 'Marcus Adeyemi', title: 'Price, and the others', sources: ['Who else is there'] },
    prompts: ['What is said of Wayloom?', 'What is said of discounts?', 'What is said of phones without reception?'],
  },
]

interface KnownSources {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly title: string } }[]
}

async function fillInsight({ as, findUserId }: Callers, { by, title, prompts, sources }: DemoInsight): Promise<void> {
  const { data: there } = await as<{ data: { title: string }[] }>(by, 'listInsights', {
    user_uuid: await findUserId(by),
  })
  if (there.some((one) => one.title === title)) return
  const { data: known } = await as<KnownSources>(by, 'listKnowledgeSources')
  const knowledge_source_ids = known.filter(({ attributes }) => sources.includes(attributes.title)).map(({ id }) => id)
  await as(by, 'createInsight', { title, prompts, knowledge_source_ids })
}
