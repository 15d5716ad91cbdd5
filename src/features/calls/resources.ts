/** What clients may attach, by address. */
import type { Context } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import type { Resource } from '../../core/resource.ts'
import { NO_FILTERS } from '../conversations/index.ts'
import { briefOf, lineOf } from './card.ts'
import { selectCalls, selectNewest } from './queries.ts'

/** Clients offer what is listed to be picked, and few of them know templates: the newest calls are what one looks for. */
const RECENT = 20

async function recentCalls({ db, org, principal }: Context) {
  const visibility = visibilityOf(principal)
  const newest = await selectNewest(db, org, visibility, NO_FILTERS, { after: undefined, limit: RECENT })
  const ids = newest.map(({ id }) => id)
  const rows = await selectCalls(db, org, visibility, ids)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const call = briefOf(row)
    return [{ id, title: call.title, description: lineOf(call) }]
  })
}

export const resources: readonly Resource[] = [
  {
    template: 'parley://calls/{id}',
    name: 'call',
    title: 'Call',
    description:
      'A recorded call: its facts, summary, participants and scorecards, and the beginning of its transcript.',
    mimeType: 'text/markdown',
    tool: 'get_call_details',
    argument: 'call_id',
    beside: { include: ['summary', 'participants', 'scorecards', 'transcript'] },
    recent: recentCalls,
  },
  {
    template: 'parley://snippets/{id}',
    name: 'snippet',
    title: 'Snippet',
    description: 'A marked clip of a call: title, notes, its time in the call and the address it is shared under.',
    mimeType: 'text/markdown',
    tool: 'get_snippet',
    argument: 'snippet_id',
  },
  {
    template: 'parley://scorecards/{id}',
    name: 'scorecard',
    title: 'Scorecard',
    description: 'A template that calls are judged by: what it applies to, and its questions with their scales.',
    mimeType: 'text/markdown',
    tool: 'get_scorecard_details',
    argument: 'scorecard_id',
  },
]
