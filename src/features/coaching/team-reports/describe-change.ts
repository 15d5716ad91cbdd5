/** Verdict on a change between two periods, as a sentence. */
import { type Message, t } from '../../../core/languages/message.ts'
import type { ChangeVerdict } from './significance.ts'

/** @param calls number of calls in the period with fewer calls */
export function describeChange(verdict: ChangeVerdict, calls: number): Message {
  switch (verdict) {
    case 'probable':
      return t('Probably a real change.')
    case 'uncertain':
      return t('Could be chance.')
    case 'incomplete':
      return t("A period is incomplete, so the numbers of calls can't be compared.")
    case 'insufficient':
      if (calls === 0) return t('One of the periods has no calls to compare.')
      return calls === 1 ? t('1 call is too few to tell.') : t`${calls} calls are too few to tell.`
  }
}
