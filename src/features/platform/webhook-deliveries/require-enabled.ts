/** Check shared by operations that send to a webhook. */
import type { Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { lockWebhookShared } from './queries.ts'

/** @throws AppError `webhook_not_found`, `webhook_disabled` */
export async function requireEnabled(tx: Writer, ctx: Context, webhookId: string): Promise<void> {
  const webhook = await lockWebhookShared(tx, ctx.org, webhookId)
  if (webhook === undefined) throw notFound('webhook')
  if (!webhook.enabled) throw conflict('webhook_disabled', 'The webhook is disabled. Enable it first.')
}
