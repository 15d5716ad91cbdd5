/** Tools for API keys. */
import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import type { apiKey } from './schema.ts'

type Key = z.output<typeof apiKey>

const keyTold = { id: z.string(), name: z.string(), org_level: z.boolean() }
const toToolKey = ({ user, ...key }: Key) => ({ ...key, user_id: user?.uuid ?? null })

/** The contract's arguments can't name another user, so a user-level key belongs to the caller. */
const createKey: typeof createApiKey = {
  ...createApiKey,
  handle: async (input, ctx) => {
    if (!input.org_level && ctx.principal.user === undefined) {
      throw forbidden(
        'user_required',
        'An organization-level key can only create organization-level keys. Set `org_level` to true, or sign in as a user.',
      )
    }
    return createApiKey.handle(input, ctx)
  },
}

/** REST lets all users revoke their own keys. The tool requires the admin role. */
const deleteKey = { ...deleteApiKey, requires: { scope: 'write', role: 'ADMIN' } } as const

export const tools: readonly Tool[] = [
  defineTool(listApiKeys, {
    name: 'list_api_keys',
    title: 'List API keys',
    description:
      'Lists API keys from newest to oldest, revoked ones included. Users without the admin role see their own ' +
      'keys. Shows the last four characters of each token, never the token.',
    args: {},
    paged: { max: 200 },
    data: {
      keys: z.array(z.looseObject(keyTold)),
    },
    present: ({ data }) => ({
      text: table(
        ['Name', 'Of', 'Ends in', 'Expires', 'Last used', 'Revoked', 'Id'],
        data.map((key) => [
          ...[key.name, key.user?.email ?? 'the organization', key.last_four, key.expires_at, key.last_used_at],
          ...[key.revoked_at, key.id],
        ]),
      ),
      data: { keys: data.map(toToolKey) },
    }),
  }),
  defineTool(createKey, {
    name: 'create_api_key',
    title: 'Create an API key',
    description:
      "Creates an API key and returns its token, which can't be retrieved again. Give the token to the user and " +
      "don't repeat it. An organization-level key has the admin role. Requires the admin role.",
    args: {
      name: createApiKey.input.shape.name.describe(
        'Name that shows what the key is for. Example: `Data warehouse export`.',
      ),
      org_level: createApiKey.input.shape.org_level.describe('Set to false for a key that acts as the caller.'),
      expiry_hours: createApiKey.input.shape.expiry_hours.describe(
        "Hours until the key expires. Example: `720` for 30 days. Omit it for a key that doesn't expire.",
      ),
    },
    data: { ...keyTold, expires_at: z.string().nullable(), token: z.string() },
    present: ({ token, ...key }) => ({
      text: `Created the key. Its token is shown only once:\n\n\`${token}\`\n\n${lines({
        ...{
          Name: key.name,
          Id: key.id,
          Of: key.user?.email ?? 'the organization',
          Expires: key.expires_at ?? 'never',
        },
      })}`,
      data: { ...toToolKey(key), token },
    }),
  }),
  defineTool(deleteKey, {
    name: 'delete_api_key',
    title: 'Revoke an API key',
    description:
      'Revokes an API key permanently. Programs that use it lose access immediately, including this connection if ' +
      'it uses the key. Requires the admin role.',
    args: { key_id: idArgument('key', 'list_api_keys') },
    names: { key_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { key_id: z.string(), revoked: z.boolean() },
    present: (_, { key_id }) => ({ text: 'Revoked the key.', data: { key_id, revoked: true } }),
  }),
]
