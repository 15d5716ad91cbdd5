/**
 * CRM adapter for any HTTP server. It sends pushed values to the configured URL as JSON and reads nothing.
 *
 * Requests are signed according to the Standard Webhooks specification. The ID of a message stays the same when it is
 * sent again.
 */
import type { Clock } from '../../core/clock.ts'
import { type Crm, type CrmAccess, CrmFault } from '../../core/crm.ts'
import { signWebhook } from '../../core/webhook-signature.ts'
import { type CrmSend, faultOfStatus, PUSH_TIMEOUT_MS } from './send.ts'

type HttpAccess = Extract<CrmAccess, { kind: 'http' }>

export function openHttpCrm({ url, secret }: HttpAccess, send: CrmSend, clock: Clock): Crm {
  async function post(id: string, type: string, data: unknown): Promise<void> {
    const at = clock.now()
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
    const answer = await send(url, {
      method: 'POST',
      body,
      timeoutMs: PUSH_TIMEOUT_MS,
      headers: {
        'content-type': 'application/json',
        ...signWebhook({ id, body }, [secret.reveal()], at),
        'idempotency-key': id,
      },
    })
    if (answer.status < 200 || answer.status > 299) throw faultOfStatus(answer)
  }

  return {
    reads: false,
    test: () => post(`test_${clock.now().getTime()}`, 'crm.test', {}),
    push: ({ code, id, values, valuesIfEmpty, key: messageId, runId, conversationId }) =>
      post(messageId, 'crm.push', {
        run_id: runId,
        conversation_id: conversationId,
        record: { code, id },
        values,
        values_if_empty: valuesIfEmpty,
      }),
    async records() {
      throw new CrmFault('request')
    },
    async changed() {
      throw new CrmFault('request')
    },
  }
}
