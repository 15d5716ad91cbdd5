/** API keys, for assistants. */
import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import type { apiKey } from './schema.ts'

type Key = z.output<typeof apiKey>

const keyTold = { id: z.string(), name: z.string(), org_level: z.boolean() }
const tell = ({ user, ...key }: Key) => ({ ...key, user_id: user?.uuid ?? null })

/** The arguments are those of the contract, which name no other user: a user-level key is the caller's own. */
const createKey: typeof createApiKey = {
  ...createApiKey,
  handle: async (input, ctx) => {
    if (!input.org_level && ctx.principal.user === undefined) {
      throw forbidden('user_required', 'A user-level key is made by its user; an org-level key makes org-level keys.')
    }
    return createApiKey.handle(input, ctx)
  },
}

/** Everybody ends keys of their own by REST; as a tool it needs an admin. */
const deleteKey = { ...deleteApiKey, requires: { scope: 'write', role: 'ADMIN' } } as const

export const tools: readonly Tool[] = [
  defineTool(listApiKeys, {
    name: 'list_api_keys',
    title: 'List API keys',
    description:
      'API keys, newest first, revoked ones too; who is no admin sees their own. Tokens are never shown, only their ' +
      'last four characters.',
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
      data: { keys: data.map(tell) },
    }),
  }),
  defineTool(createKey, {
    name: 'create_api_key',
    title: 'Make an API key',
    description:
      'Makes an API key. Its token is told in this answer and never again: hand it to the person and do not repeat it. ' +
      'An org-level key has the admin role.',
    args: {
      name: createApiKey.input.shape.name.describe('What it is for.'),
      org_level: createApiKey.input.shape.org_level.describe('false: a key that acts as you.'),
      expiry_hours: createApiKey.input.shape.expiry_hours.describe('Without, it counts until revoked.'),
    },
    data: { ...keyTold, expires_at: z.string().nullable(), token: z.string() },
    present: ({ token, ...key }) => ({
      text: `Made the key. Its token is shown this once:\n\n\`${token}\`\n\n${lines({
        ...{
          Name: key.name,
          Id: key.id,
          Of: key.user?.email ?? 'the organization',
          Expires: key.expires_at ?? 'never',
        },
      })}`,
      data: { ...tell(key), token },
    }),
  }),
  defineTool(deleteKey, {
    name: 'delete_api_key',
    title: 'Revoke an API key',
    description: 'Ends an API key at once and for good; what uses it stops working, be it yourself.',
    args: { key_id: idOf('key', 'list_api_keys') },
    names: { key_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { key_id: z.string(), revoked: z.boolean() },
    present: (_, { key_id }) => ({ text: 'Revoked the key.', data: { key_id, revoked: true } }),
  }),
]
