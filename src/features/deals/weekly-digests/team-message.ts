/** Sections of a weekly digest about the team of a manager. */
import { quoteForMail } from '../../../core/display-names.ts'
import { formatNumber } from '../../../core/languages/formats.ts'
import { type Text, t } from '../../../core/languages/message.ts'
import { describeChange } from '../../coaching/team-reports/index.ts'
import type { DealMove, TeamChanges, TrackerChange, WeekChange } from './load-team.ts'

const QUOTE_MAX = 240
type ValueFormatter = (value: number) => Text

/** Lines of the changes: each figure with its value in the week before and a verdict, then trackers with a quote. */
export function listChanges(changes: TeamChanges, publicUrl: string): readonly Text[] {
  const { calls, talkShare, questionsAsked, averageScore, trackers, firstDay, lastDay } = changes
  const list = `${publicUrl}/conversations?from=${firstDay}&to=${lastDay}`
  const figure = (name: Text, change: WeekChange, format: ValueFormatter): Text[] => {
    if (change.latest === null && change.previous === null) return []
    const [latest, previous] = [formatValue(change.latest, format), formatValue(change.previous, format)]
    const words = t`${name}: ${latest}, ${previous} the week before.`
    return [`- ${words} ${describeChange(change.verdict, change.fewestCalls)}`]
  }
  return [
    ...figure(t('Calls'), calls, formatCount),
    `  ${list}`,
    ...figure(t('Talk share'), talkShare, formatShare),
    ...figure(t('Questions per call'), questionsAsked, formatMean),
    ...linked(figure(t('Average score'), averageScore, formatCount), `${list}&sort=lowest_score`),
    ...trackers.flatMap((tracker) => [
      ...figure(t`Calls with the tracker “${quoteForMail(tracker.name)}”`, tracker, formatCount),
      ...listQuote(tracker.quote, publicUrl),
    ]),
  ]
}

const linked = (lines: readonly Text[], link: string): readonly Text[] =>
  lines.length === 0 ? [] : [...lines, `  ${link}`]

const formatCount: ValueFormatter = (value) => formatNumber(Math.round(value))
const formatMean: ValueFormatter = (value) => formatNumber(value, { maximumFractionDigits: 1 })
const formatShare: ValueFormatter = (value) => formatNumber(value, { style: 'percent' })
const formatValue = (value: number | null, format: ValueFormatter): Text =>
  value === null ? t('unknown') : format(value)

const listQuote = (quote: TrackerChange['quote'], publicUrl: string): Text[] =>
  quote === null
    ? []
    : [
        `  ${quoteForMail(quote.text, QUOTE_MAX)}`,
        `  ${publicUrl}/conversations/${quote.call}${quote.start === null ? '' : `?t=${Math.floor(quote.start)}`}`,
      ]

/** Lines of deals that changed their stage. */
export const listMoves = (moves: readonly DealMove[], publicUrl: string): readonly Text[] =>
  moves.flatMap((move) => [`- ${describeMove(move)}`, `  ${publicUrl}/deals/${move.id}`])

function describeMove({ title, from, to, outcome }: DealMove): Text {
  const name = quoteForMail(title)
  const formatStage = (stage: string | null) => (stage === null ? t('no stage') : quoteForMail(stage))
  const [earlier, later] = [formatStage(from), formatStage(to)]
  if (outcome === 'lost') return t`${name}: lost (from ${earlier} to ${later})`
  if (outcome === 'won') return t`${name}: won (from ${earlier} to ${later})`
  return t`${name}: from ${earlier} to ${later}`
}
