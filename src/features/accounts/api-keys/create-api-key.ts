import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { makeKey } from './keys.ts'
import { keyName, newApiKey } from './schema.ts'
import { serializeKey } from './serialize.ts'

const HOUR_MS = 3_600_000
/** 10 years. */
const EXPIRY_HOURS_MAX = 87_600

export const createApiKey = defineOperation({
  id: 'createApiKey',
  summary: 'Create an API key',
  description:
    "Returns the token, which can't be retrieved again. An organization-level key acts with the admin role and " +
    'owns no records. A user-level key acts as its user: the caller, or the user in `user_uuid`. Requires the ' +
    'admin role. Each request creates another key.',
  tag: 'API keys',
  input: z.object({
    name: keyName().describe(
      'Name that shows what the key is for, 1 to 128 characters. Example: `Data warehouse export`.',
    ),
    org_level: z
      .boolean()
      .default(true)
      .describe(
        'Whether the key acts for the organization (`true`) or as a user (`false`). Defaults to `true`. Example: ' +
          '`false`.',
      ),
    user_uuid: uuid()
      .optional()
      .describe(
        'ID of the user that a user-level key acts as, from `GET /organizations/users`. Defaults to the caller. ' +
          'Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
      ),
    expiry_hours: z
      .int()
      .min(1)
      .max(EXPIRY_HOURS_MAX)
      .optional()
      .describe(
        `Hours until the key expires, 1 to ${EXPIRY_HOURS_MAX}. If omitted, the key doesn't expire. Example: \`720\`.`,
      ),
  }),
  output: newApiKey,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/api_keys', status: 201, ...inData(newApiKey) },
  async handle({ name, org_level, user_uuid, expiry_hours }, ctx) {
    if (org_level && user_uuid !== undefined) {
      throw invalid({
        pointer: '/user_uuid',
        detail: 'An organization-level key has no user. Omit `user_uuid`, or set `org_level` to false.',
      })
    }
    const userId = org_level ? undefined : (user_uuid ?? ctx.principal.user?.id)
    if (!org_level && userId === undefined) {
      throw invalid({
        pointer: '/user_uuid',
        detail:
          '`user_uuid` is required when an organization-level key creates a user-level key. Set it to the ID of an ' +
          'active user.',
      })
    }
    const expiresAt =
      expiry_hours === undefined ? undefined : new Date(ctx.clock.now().getTime() + expiry_hours * HOUR_MS)
    return ctx.transact(async (tx) => {
      const { key, token } = await makeKey(tx, ctx.org, ctx, { name, userId, expiresAt }, '/user_uuid')
      ctx.addAuditTarget('api key', key.id)
      return { ...serializeKey(key), token }
    })
  },
})
