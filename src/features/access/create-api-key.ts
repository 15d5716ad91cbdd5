import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { makeKey } from './keys.ts'
import { keyName, newApiKey } from './schema.ts'
import { keyTold } from './told.ts'

const HOUR_MS = 3_600_000
/** Ten years. */
const EXPIRY_HOURS_MAX = 87_600

export const createApiKey = defineOperation({
  id: 'createApiKey',
  summary: 'Make an API key; its token is shown this once.',
  description:
    'An org-level key acts with the admin role and owns nothing; a user-level key acts as its user: the caller, or ' +
    '`user_uuid`. Without `expiry_hours` it counts until it is revoked.',
  tag: 'API keys',
  input: z.object({
    name: keyName(),
    org_level: z.boolean().default(true),
    user_uuid: uuid().optional(),
    expiry_hours: z.int().min(1).max(EXPIRY_HOURS_MAX).optional(),
  }),
  output: newApiKey,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/api_keys', status: 201, ...inData(newApiKey) },
  async handle({ name, org_level, user_uuid, expiry_hours }, ctx) {
    if (org_level && user_uuid !== undefined) {
      throw invalid({ pointer: '/user_uuid', detail: 'An org-level key has no user; send org_level false.' })
    }
    const userId = org_level ? undefined : (user_uuid ?? ctx.principal.user?.id)
    if (!org_level && userId === undefined) {
      throw invalid({
        pointer: '/user_uuid',
        detail: 'This is required for a user-level key made by an org-level key.',
      })
    }
    const expiresAt =
      expiry_hours === undefined ? undefined : new Date(ctx.clock.now().getTime() + expiry_hours * HOUR_MS)
    return ctx.transact(async (tx) => {
      const { key, token } = await makeKey(tx, ctx.org, ctx, { name, userId, expiresAt }, '/user_uuid')
      ctx.names('api key', key.id)
      return { ...keyTold(key), token }
    })
  },
})
