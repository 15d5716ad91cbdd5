/** Tools for API keys. */
import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import type { apiKey } from './schema.ts'

type Key = z.output<typeof apiKey>

const keyTold = { id: z.string(), name: z.string(), org_level: z.boolean() }
const toToolKey = ({ user, updated_at: _, ...key }: Key) => ({ ...key, user_id: user?.uuid ?? null })

type CreateKeyInput = Omit<z.output<typeof createApiKey.input>, 'org_level'> & {
  readonly org_level?: boolean | undefined
}

/** The contract's arguments can't name another user, so a user-level key belongs to the caller. */
const createKey = {
  ...createApiKey,
  input: createApiKey.input.extend({ org_level: z.boolean().optional() }),
  handle: async ({ org_level, ...input }: CreateKeyInput, ctx: Context) => {
    // Least privilege: a user's key acts as the user unless the call says otherwise.
    const isOrganizationLevel = org_level ?? ctx.principal.user === undefined
    if (!isOrganizationLevel && ctx.principal.user === undefined) {
      throw forbidden(
        'user_required',
        'An organization-level key can only create organization-level keys. Set `org_level` to true, or sign in as a user.',
      )
    }
    return createApiKey.handle({ ...input, org_level: isOrganizationLevel }, ctx)
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
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description:
      "Creates an API key and returns its token, which can't be retrieved again. Give the token to the user and " +
      "don't repeat it. An organization-level key has the admin role. Requires the admin role.",
    args: {
      name: createApiKey.input.shape.name.describe(
        'Name that shows what the key is for. Example: `Data warehouse export`.',
      ),
      org_level: z
        .boolean()
        .optional()
        .describe('`true` for a key that acts for the organization, with the admin role. Defaults to false for users.'),
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
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description:
      'Revokes an API key permanently. Programs that use it lose access immediately, including this connection if ' +
      'it uses the key. Requires the admin role.',
    args: { key_id: idArgument('key', 'list_api_keys') },
    names: { key_id: 'id' },
    data: { key_id: z.string(), revoked: z.boolean() },
    present: (_, { key_id }) => ({ text: 'Revoked the key.', data: { key_id, revoked: true } }),
  }),
]
