import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { checkAddress, checkEventTypes, hideSecretPath } from './format.ts'
import { sendSoon } from './kind.ts'
import { toAddressPurpose } from './model.ts'
import { checkTeam } from './mutate.ts'
import { lockWebhook, selectWebhook, updateWebhookRow } from './queries.ts'
import { webhook, webhookFields } from './schema.ts'
import { serializeWebhook } from './serialize.ts'

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  summary: 'Update a webhook',
  description:
    'Omitted fields keep their values. Requires the admin role. Enabling a webhook sends its pending deliveries; events that happened while it was disabled are not sent. The format cannot be changed.',
  tag: 'Webhooks',
  cost: COSTS.medium,
  input: z
    .object({
      id: pathId('webhook'),
      url: webhookFields.url.optional(),
      team_id: webhookFields.teamId.optional(),
      language: webhookFields.language.optional(),
      event_types: webhookFields.eventTypes.optional(),
      description: webhookFields.description.optional(),
      enabled: z.boolean().optional().describe('Whether events are sent.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: webhook,
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'PATCH', path: '/webhooks/{id}', ...inData(webhook) },
  async handle({ id, url, team_id: teamId, language, event_types: eventTypes, description, enabled }, ctx) {
    const existing = await selectWebhook(ctx.db, ctx.org, id)
    if (existing === undefined) throw notFound('webhook')
    // The format of a webhook never changes.
    const { format } = existing
    if (url !== undefined) await checkAddress(ctx.fetchPublic, format, url)
    if (eventTypes !== undefined) checkEventTypes(format, eventTypes)
    const at = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const had = await lockWebhook(tx, ctx.org, id)
      if (had === undefined) throw notFound('webhook')
      if (teamId !== undefined) await checkTeam(tx, ctx.org, format, teamId)
      const isChannel = format !== 'events'
      const wakes = enabled === true && !had.enabled
      const row = await updateWebhookRow(tx, ctx.org, id, {
        url: url === undefined ? had.url : isChannel ? hideSecretPath(url) : url,
        sealedUrl:
          url === undefined || !isChannel ? had.sealed_url : ctx.sealer.seal(ctx.org, toAddressPurpose(id), url),
        teamId: teamId === undefined ? had.team_id : teamId,
        language: language ?? had.language,
        description: description ?? had.description,
        eventTypes: eventTypes === undefined ? had.event_types : eventTypes,
        enabled: enabled ?? had.enabled,
        beginsAnew: wakes || (url !== undefined && (isChannel || url !== had.url)),
        at,
      })
      if (row === undefined) throw notFound('webhook')
      if (wakes) await sendSoon(tx, ctx, id)
      return serializeWebhook(row, at)
    })
  },
})
