/** Errors in the filters of a list of calls. The address has other names than the operation, and the form has labels. */

import type { AppError } from '../../core/errors.ts'
import { type Message, t } from '../../core/languages/message.ts'
import type { Html } from '../../inbound/web/html.ts'
import { problemText } from '../components/problem.ts'

/** Labels of the filters by their names in operations. */
const LABELS: Readonly<Record<string, Message>> = {
  fromDateTime: t('Period'),
  toDateTime: t('Period'),
  'owner.id': t('Owner'),
  'owner.email': t('Owner'),
  'participants.email': t('Participant email'),
  'team.id': t('Team'),
  'external_opportunity.id': t('Deal'),
  'external_opportunity.title': t('Deal title'),
  'tracker.id': t('Tracker'),
  'scorecard.id': t('Scorecard'),
  'scorecard_item.id': t('Question'),
  'duration.min': t('At least (minutes)'),
  'duration.max': t('At most (minutes)'),
  'score.min': t('Score of at least'),
  'score.max': t('Score of at most'),
  'crm_field.entity_code': t('Record type'),
  'crm_field.field_name': t('Field'),
  'crm_field.values': t('Values, separated by commas'),
}

/** Sentence that names the filter as the form does, or the error of the operation if it is about something else. */
export function describeWrongFilter({ problems: [first], message }: AppError): Message | Html {
  const found =
    Object.entries(LABELS).find(([name]) => first?.pointer.includes(name)) ??
    Object.entries(LABELS).find(([name]) => message.includes(name))
  if (found === undefined) return problemText(message)
  const [, label] = found
  return message.includes(' is required')
    ? t`Enter a value for the filter “${label}”.`
    : t`The filter “${label}” has a value that isn't valid. Remove the filter, or choose another value.`
}
