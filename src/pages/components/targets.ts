/** Targets of figures: their words, and figures compared with them. The verdict is always in words, never color alone. */

import { formatNumber, formatPercent } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { TargetComparison, TargetFigure } from '../../features/coaching/targets/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import type { TargetBand } from './charts.ts'
import { targetBar } from './figures.ts'

export const TARGET_LABELS: Readonly<Record<TargetFigure, Message>> = {
  callsPerWeek: t('Calls per person and week'),
  talkShare: t('Talk share'),
  questionsAsked: t('Questions per call'),
  longestMonologue: t('Longest monologue'),
  averageScore: t('Average score'),
  scorecardScore: t('Score of a scorecard'),
}

/** Largest value of a bar. Undefined for figures without a natural maximum. */
const SCALES: Readonly<Record<TargetFigure, number | undefined>> = {
  callsPerWeek: undefined,
  talkShare: 1,
  questionsAsked: undefined,
  longestMonologue: undefined,
  averageScore: 100,
  scorecardScore: 100,
}

type Bounds = Pick<TargetComparison, 'figure' | 'minimum' | 'maximum'>

/** Duration with its seconds, because targets distinguish them: `2 min 30 s`. */
function formatSeconds(seconds: number): Text {
  const whole = Math.round(seconds)
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes === 0) return t`${rest} s`
  return rest === 0 ? t`${minutes} min` : t`${minutes} min ${rest} s`
}

const formatRounded = (value: number): Text => formatNumber(value, { maximumFractionDigits: 1 })

export function formatTargetValue(figure: TargetFigure, value: number): Text {
  if (figure === 'talkShare') return formatPercent(value)
  return figure === 'longestMonologue' ? formatSeconds(value) : formatRounded(value)
}

/** Bounds as people write them: `45–55%`, `at least 3`, `at most 2 min 30 s`. */
export function formatBounds({ figure, minimum, maximum }: Bounds): Text {
  if (minimum === null) return t`at most ${formatTargetValue(figure, maximum ?? 0)}`
  if (maximum === null) return t`at least ${formatTargetValue(figure, minimum)}`
  if (minimum === maximum) return formatTargetValue(figure, minimum)
  if (figure === 'longestMonologue') return t`${formatSeconds(minimum)} to ${formatSeconds(maximum)}`
  const low = figure === 'talkShare' ? formatRounded(minimum * 100) : formatRounded(minimum)
  return `${low}–${formatTargetValue(figure, maximum)}`
}

/** Verdict as a part of a sentence, after the value: `61%, above the target of 45–55%`. */
export function describeVerdict(one: TargetComparison): Message {
  const range = formatBounds(one)
  switch (one.verdict) {
    case 'within':
      return t`within the target of ${range}`
    case 'below':
      return t`below the target of ${range}`
    case 'above':
      return t`above the target of ${range}`
    case 'insufficient':
      return one.figure === 'callsPerWeek' && one.value === null
        ? t`target of ${range}, less than a week of calls`
        : t`target of ${range}, too few calls to compare`
  }
}

const SHORT: Readonly<Record<TargetComparison['verdict'], Message>> = {
  within: t('on target'),
  below: t('below target'),
  above: t('above target'),
  insufficient: t('too few calls'),
}

/** Verdict in two words, under a figure of a table. */
export const shortVerdict = (one: TargetComparison): Html =>
  html`<span class="verdict ${one.verdict}">${SHORT[one.verdict]}</span>`

export const longVerdict = (one: TargetComparison): Html =>
  html`<span class="verdict ${one.verdict}">${describeVerdict(one)}</span>`

export const findTarget = (targets: readonly TargetComparison[], figure: TargetFigure): TargetComparison | undefined =>
  targets.find((one) => one.figure === figure)

export const toBand = (one: TargetComparison | undefined): TargetBand | undefined =>
  one === undefined ? undefined : { minimum: one.minimum, maximum: one.maximum, label: t`Target ${formatBounds(one)}` }

/** Figures with their targets: value, a bar with the target as a band, and the verdict in a sentence. */
export const targetList = (
  rows: readonly { readonly label: Text; readonly path?: string; readonly comparison: TargetComparison }[],
): Html =>
  html`<ul class="targets">${rows.map(({ label, path, comparison }) => {
    const { figure, value } = comparison
    const shown = value === null ? '–' : formatTargetValue(figure, value)
    return html`<li><span class="line"><span class="soft"><bdi>${label}</bdi></span><b class="number">${path === undefined || value === null ? shown : html`<a href="${path}">${shown}</a>`}</b></span>${targetBar(value, comparison, SCALES[figure])}<p class="meta">${longVerdict(comparison)}</p></li>`
  })}</ul>`
