/** Shared parts of the pages of webhooks and channels. */
import type { Html } from '../../inbound/web/html.ts'
import { badge } from '../components/layout.ts'
import type { Webhook } from './chat-shared.ts'

export const WEBHOOKS = '/admin/webhooks'

export const webhookState = ({ enabled, disabled_reason, failing_since }: Webhook): Html => {
  if (enabled) return failing_since === null ? badge('On', 'good') : badge('Failing', 'open')
  return disabled_reason === null
    ? badge('Paused')
    : badge(disabled_reason === 'gone' ? 'Off: URL gone' : 'Off: deliveries failed', 'bad')
}
