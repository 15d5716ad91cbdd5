/** MCP resources that clients can attach by URI. */
import { AppError } from '../../../core/errors.ts'
import { type Context, FileAnswer } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import type { Resource } from '../../../core/resource.ts'
import { exportConversation, NO_FILTERS } from '../../conversations/records/index.ts'
import { formatCallLine, toCallBrief } from './card.ts'
import { selectCalls, selectNewest } from './queries.ts'

/**
 * Number of calls in the resource list. Clients show listed resources for selection, and few of them support templates.
 */
const RECENT = 20

async function recentCalls({ db, org, principal, publicUrl }: Context) {
  const visibility = toVisibility(principal)
  const newest = await selectNewest(db, org, visibility, NO_FILTERS, { after: undefined, limit: RECENT })
  const ids = newest.map(({ id }) => id)
  const rows = await selectCalls(db, org, visibility, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const call = toCallBrief(row, publicUrl())
    return [{ id, title: call.title, description: formatCallLine(call).replace('\n', ' · ') }]
  })
}

/** Maximum number of characters: about 40 hours of speech. */
const TRANSCRIPT_MAX = 4_000_000

async function readTranscript(id: string, ctx: Context): Promise<string> {
  const file = await exportConversation.handle({ id, format: 'md' }, ctx)
  if (!(file instanceof FileAnswer)) throw new Error('An export as Markdown is a text.')
  if (file.body.length <= TRANSCRIPT_MAX) return file.body
  throw new AppError('too_large', 'content_too_large', 'Content too large', [
    {
      pointer: '',
      detail: `The transcript has more than ${TRANSCRIPT_MAX} characters. Read it in windows with get_call_details.`,
    },
  ])
}

export const resources: readonly Resource[] = [
  {
    template: 'parley://calls/{id}',
    name: 'call',
    title: 'Call',
    description: 'A recorded call with its details, summary, participants, scorecards and the start of its transcript.',
    mimeType: 'text/markdown',
    tool: 'get_call_details',
    argument: 'call_id',
    beside: { include: ['summary', 'participants', 'scorecards', 'transcript'] },
    recent: recentCalls,
  },
  {
    template: 'parley://transcripts/{id}',
    name: 'transcript',
    title: 'Complete transcript',
    description: 'The complete transcript of a call with speakers and times, after its title, facts and summary.',
    mimeType: 'text/markdown',
    read: readTranscript,
  },
  {
    template: 'parley://snippets/{id}',
    name: 'snippet',
    title: 'Snippet',
    description: 'A marked part of a call: title, notes, time range and share link.',
    mimeType: 'text/markdown',
    tool: 'get_snippet',
    argument: 'snippet_id',
  },
  {
    template: 'parley://scorecards/{id}',
    name: 'scorecard',
    title: 'Scorecard',
    description: 'A template that evaluates calls: where it applies, and its questions with their scales.',
    mimeType: 'text/markdown',
    tool: 'get_scorecard_details',
    argument: 'scorecard_id',
  },
]
