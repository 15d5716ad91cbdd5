import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { newWebhookSecret } from '../../../core/webhook-signature.ts'
import { checkAddress, checkEventTypes, hideSecretPath } from './format.ts'
import { toAddressPurpose, tooMany, toSealPurpose, WEBHOOKS_MAX } from './model.ts'
import { checkTeam } from './mutate.ts'
import { countWebhooks, insertWebhook } from './queries.ts'
import { webhookFields, webhookWithSecret } from './schema.ts'
import { serializeWebhook } from './serialize.ts'

export const createWebhook = defineOperation({
  id: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Sends events of the organization to a URL, signed according to Standard Webhooks. Requires the admin role. The ' +
    'response contains the signing secret, which is not returned again. URLs with a private address are rejected unless ' +
    'the operator allows them. With the format `slack` or `teams`, Parley posts to a channel instead: unsigned, and only ' +
    'titles and links of calls that everybody who reads the channel can see.',
  tag: 'Webhooks',
  cost: COSTS.medium,
  input: z.object({
    url: webhookFields.url,
    format: webhookFields.format.default('events'),
    team_id: webhookFields.teamId.default(null),
    language: webhookFields.language.default('en'),
    event_types: webhookFields.eventTypes.default(null),
    description: webhookFields.description.default(''),
    enabled: z.boolean().default(true).describe('Whether events are sent. Defaults to true.'),
  }),
  output: webhookWithSecret,
  requires: { scope: 'write', role: 'ADMIN' },
  // Resolves the host name.
  takesLong: true,
  rest: {
    method: 'POST',
    derived: false,
    path: '/webhooks',
    status: 201,
    refusals: [409],
    ...inData(webhookWithSecret),
  },
  async handle({ url, format, team_id: teamId, language, event_types: eventTypes, description, enabled }, ctx) {
    await checkAddress(ctx.fetchPublic, format, url)
    checkEventTypes(format, eventTypes)
    const [id, secret, at] = [newId(), newWebhookSecret(), ctx.clock.now()]
    const sealed = ctx.sealer.seal(ctx.org, toSealPurpose(id), secret)
    const address =
      format === 'events'
        ? { url, sealedUrl: null }
        : { url: hideSecretPath(url), sealedUrl: ctx.sealer.seal(ctx.org, toAddressPurpose(id), url) }
    return ctx.transact(async (tx) => {
      await checkTeam(tx, ctx.org, format, teamId)
      if ((await countWebhooks(tx, ctx.org)) >= WEBHOOKS_MAX) throw tooMany()
      const row = await insertWebhook(tx, ctx.org, {
        ...{ id, ...address, format, teamId, language, description, eventTypes, enabled, secret: sealed, at },
      })
      if (row === undefined) throw new Error('The webhook is missing after its creation.')
      ctx.addAuditTarget('webhook', id)
      return { ...serializeWebhook(row, at), secret }
    })
  },
})
