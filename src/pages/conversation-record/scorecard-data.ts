/** Loads scorecards, results and scorings of a call, and the positions of their quotes. */
import type { z } from 'zod'
import {
  listConversationScorecards,
  listConversationScorings,
} from '../../features/coaching/automatic-scoring/index.ts'
import { listConversationScorecardResults, locateQuotes } from '../../features/coaching/scorecard-results/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'

export type ScorecardTemplate = z.output<typeof listConversationScorecards.output>['data'][number]
export type ScorecardResultData = z.output<typeof listConversationScorecardResults.output>['data'][number]
type Scoring = z.output<typeof listConversationScorings.output>['data'][number]
type QuotePosition = z.output<typeof locateQuotes.output>['data'][number]
/** Positions of quotes in the transcript. */
export type QuotePositions = ReadonlyMap<string, QuotePosition>

const RESULTS_MAX = '100'
const QUOTES_MAX = 500

/** Scorecard of a call with its result and automatic scoring. */
export interface ScorecardView {
  readonly id: string
  readonly title: string
  readonly template: ScorecardTemplate | undefined
  readonly result: ScorecardResultData | undefined
  readonly scoring: Scoring | undefined
}

export async function loadScorecardViews(
  req: PageRequest,
  id: string,
): Promise<{ views: readonly ScorecardView[]; places: QuotePositions }> {
  const [templates, results, scorings] = await Promise.all([
    req.run(listConversationScorecards, { id }),
    req.run(listConversationScorecardResults, { id, size: RESULTS_MAX }),
    req.run(listConversationScorings, { id }),
  ])
  const titles = new Map<string, string>()
  for (const one of templates.data) titles.set(one.id, one.title)
  for (const one of [...results.data, ...scorings.data]) {
    if (!titles.has(one.scorecardId)) titles.set(one.scorecardId, one.title)
  }
  const judged = [...titles].map(([scorecardId, title]) => ({
    id: scorecardId,
    title,
    template: templates.data.find((one) => one.id === scorecardId),
    result: results.data.find((one) => one.scorecardId === scorecardId),
    scoring: scorings.data.find((one) => one.scorecardId === scorecardId),
  }))
  return { views: judged, places: await locateAllQuotes(req, id, judged) }
}

async function locateAllQuotes(
  req: PageRequest,
  id: string,
  judged: readonly ScorecardView[],
): Promise<QuotePositions> {
  const items = judged.flatMap(({ result, scoring }) => [...(result?.items ?? []), ...(scoring?.items ?? [])])
  const quotes = [...new Set(items.flatMap(({ evidences }) => evidences))]
    .filter((quote) => quote !== '' && quote.length <= 2_000)
    .slice(0, QUOTES_MAX)
  if (quotes.length === 0) return new Map()
  const { data } = await req.run(locateQuotes, { id, quotes })
  return new Map(quotes.map((quote, at) => [quote, data[at] ?? null]))
}
