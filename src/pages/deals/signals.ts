/** Sentences of signals in the language of the reader. The operation returns them in English, for programs. */

import { formatDate, formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { DealSignal } from '../../features/deals/deal-overviews/index.ts'

/** Day and month, such as `28 November`. No year is shown, so a leap year is enough to read it. */
const formatDay = (day: string): string =>
  formatDate(new Date(`${day} 2024 UTC`), { day: 'numeric', month: 'long', timeZone: 'UTC' })
const formatCount = (digits: string): string => formatNumber(Number(digits))

type Values = readonly [first: string, second: string, third: string]

/** Sentences by their English pattern. */
const SENTENCES: readonly (readonly [pattern: RegExp, render: (values: Values) => Text])[] = [
  [/^No call yet\.$/, () => t('No call yet.')],
  [/^No call for (\d+) days\.$/, ([days]) => t`No call for ${formatCount(days)} days.`],
  [/^The close date was yesterday\.$/, () => t('The close date was yesterday.')],
  [/^The close date was (\d+) days ago\.$/, ([days]) => t`The close date was ${formatCount(days)} days ago.`],
  [
    /^(.+?)'s promise was due on (\d+ \p{L}+): “(.*)”$/su,
    ([name, day, words]) => t`${name}'s promise was due on ${formatDay(day)}: “${words}”`,
  ],
  [
    /^(.+?)'s task was due on (\d+ \p{L}+): “(.*)”$/su,
    ([name, day, words]) => t`${name}'s task was due on ${formatDay(day)}: “${words}”`,
  ],
  [/^The last call ended without a next step\.$/, () => t('The last call ended without a next step.')],
  [
    /^Only (.+) spoke in the last (\d+) calls\.$/s,
    ([name, calls]) => t`Only ${name} spoke in the last ${formatCount(calls)} calls.`,
  ],
]

/** Sentence of a signal. An unknown one stays English. */
export function formatSignal({ text }: Pick<DealSignal, 'text'>): Text {
  for (const [pattern, render] of SENTENCES) {
    const found = pattern.exec(text)
    if (found !== null) return render([found[1] ?? '', found[2] ?? '', found[3] ?? ''])
  }
  return text
}
