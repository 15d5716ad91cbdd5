/** Shared parts of the pages of webhooks and channels. */

import { t } from '../../core/languages/message.ts'
import type { Html } from '../../inbound/web/html.ts'
import { badge } from '../components/layout.ts'
import type { Webhook } from './chat-shared.ts'

export const WEBHOOKS = '/admin/webhooks'

export const webhookState = ({ enabled, disabled_reason, failing_since }: Webhook): Html => {
  if (enabled) return failing_since === null ? badge(t('On'), 'good') : badge(t('Failing'), 'open')
  return disabled_reason === null
    ? badge(t('Paused'))
    : badge(disabled_reason === 'gone' ? t('Off: URL gone') : t('Off: deliveries failed'), 'bad')
}
