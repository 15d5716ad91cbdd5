/** Change of the figures between the last two periods of a report, and whether it can be distinguished from chance. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type PeriodKind, shiftPeriod, toCallCount } from './periods.ts'
import type { CallScope } from './queries.ts'
import { type PeriodSamples, selectPeriodSamples } from './queries-change.ts'
import { CHANGE_FIGURES, type FigureChange } from './schema-change.ts'
import { judgeCounts, judgeMeans, type Sample } from './significance.ts'

/** Figures of one period, as reports show them. */
export interface PeriodFigures {
  readonly from: string
  readonly conversations: number
  readonly talkShare: number | null
  readonly questionsAsked: number | null
  readonly longestMonologue: number | null
  readonly averageScore: number | null
}

export interface LatestChange {
  readonly latest: string
  readonly previous: string
  readonly figures: FigureChange[]
}

/**
 * Change between the latest period with conversations and the one before it. Null without conversations.
 * @param periods figures by period, oldest first @param given `now`: end of the period that isn't over
 */
export async function loadLatestChange(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  scope: CallScope & { readonly period: PeriodKind; readonly now: Date },
  periods: readonly PeriodFigures[],
): Promise<LatestChange | null> {
  const latest = periods.at(-1)
  if (latest === undefined) return null
  const start = new Date(shiftPeriod(latest.from, scope.period, -1))
  const samples = await selectPeriodSamples(db, org, visibility, {
    ...scope,
    from: start > scope.from ? start : scope.from,
  })
  return judgeChange(latest, periods.at(-2), samples, scope)
}

/** @param before the period with figures before the latest one, which may be another than the previous period */
export function judgeChange(
  latest: PeriodFigures,
  before: PeriodFigures | undefined,
  samples: readonly PeriodSamples[],
  { period, from, to, now }: { period: PeriodKind; from: Date; to: Date; now: Date },
): LatestChange {
  const previousPeriod = shiftPeriod(latest.from, period, -1)
  const previous = before?.from === previousPeriod ? before : undefined
  const find = (day: string) => samples.find((one) => one.period === day)
  const [latestSamples, previousSamples] = [find(latest.from), find(previousPeriod)]
  const end = now < to ? now : to
  const figures = CHANGE_FIGURES.map((figure): FigureChange => {
    if (figure === 'conversations') {
      const counts = [latest.conversations, previous?.conversations ?? 0] as const
      return {
        ...{ figure, latest: counts[0], previous: counts[1] },
        ...{ latestConversations: counts[0], previousConversations: counts[1] },
        verdict: judgeCounts(
          toCallCount(latest.from, period, counts[0], from, end),
          toCallCount(previousPeriod, period, counts[1], from, end),
        ),
      }
    }
    const [one, other] = [latestSamples?.[figure] ?? NOTHING, previousSamples?.[figure] ?? NOTHING]
    return {
      ...{ figure, latest: latest[figure], previous: previous?.[figure] ?? null },
      ...{ latestConversations: one.count, previousConversations: other.count },
      verdict: judgeMeans(one, other),
    }
  })
  return { latest: latest.from, previous: previousPeriod, figures }
}

const NOTHING: Sample = { count: 0, mean: null, variance: null }
