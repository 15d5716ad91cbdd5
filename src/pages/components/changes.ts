/** Changes between two periods, in words: whether they can be distinguished from chance (decision 123). */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { ChangeVerdict, FigureChange } from '../../features/coaching/team-reports/index.ts'
import { formatLength } from './times.ts'

/** Verdict in few words, after a change. */
export const SHORT_CHANGES: Readonly<Record<ChangeVerdict, Message>> = {
  probable: t('probably a real change'),
  uncertain: t('could be chance'),
  insufficient: t('too few calls to tell'),
  incomplete: t('incomplete period'),
}

export const NO_CHANGE = t('no change')

/** Difference with its sign, rounded as the figure is. */
export function formatDifference(figure: FigureChange['figure'], difference: number): Text {
  const [factor, digits] = figure === 'talkShare' ? [100, 0] : figure === 'questionsAsked' ? [1, 1] : [1, 0]
  const rounded = Number((difference * factor).toFixed(digits))
  if (rounded === 0) return NO_CHANGE
  const size = Math.abs(rounded)
  const shown =
    figure === 'longestMonologue' ? formatLength(size) : formatNumber(size, { maximumFractionDigits: digits })
  const signed = `${rounded > 0 ? '+' : '−'}${shown}`
  if (figure !== 'talkShare') return signed
  return size === 1 ? t`${signed} point` : t`${signed} points`
}
