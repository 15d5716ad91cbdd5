/** `parley key`: creates, lists and revokes API keys. */
import type { Command } from 'commander'
import { z } from 'zod'
import { issueKey, listKeys, revokeKey } from '../features/accounts/api-keys/index.ts'
import {
  answer,
  type CommonOptions,
  checked,
  command,
  ORGANIZATION_OPTION,
  organizations,
  requireOrganization,
  withBase,
} from './settings.ts'

const UNITS = { h: 3_600_000, d: 86_400_000 }
const DURATION = 'Use a number of hours or days, such as 12h or 30d.'

/** Converts `30d` or `12h` to milliseconds. */
const duration = checked(
  z
    .string()
    .regex(/^[1-9]\d{0,4}[hd]$/)
    .transform((value) => Number(value.slice(0, -1)) * UNITS[value.slice(-1) as 'h' | 'd']),
  DURATION,
)

export function registerKeyCommands(key: Command): void {
  command(key, 'create', 'Create an API key and print its token, which is not shown again')
    .option(...ORGANIZATION_OPTION)
    .option(
      '--user <id>',
      'ID of the user that the key acts for (default: an organization-level key)',
      checked(z.guid(), 'Enter an ID in UUID format.'),
    )
    .requiredOption(
      '--name <name>',
      'name of the key, such as the program that uses it',
      checked(z.string().trim().min(1).max(128), 'A name must have 1 to 128 characters.'),
    )
    .option('--expires <duration>', 'time until the key expires, such as 12h or 30d (default: never)', duration)
    .action(
      async (options: CommonOptions & { organization?: string; user?: string; name: string; expires?: number }) => {
        await withBase(options, async (base) => {
          const org = await requireOrganization(base, options.organization)
          const made = await issueKey(base.store.of(org), org, base, {
            name: options.name,
            ...(options.user === undefined ? {} : { userId: options.user.toLowerCase() }),
            ...(options.expires === undefined
              ? {}
              : { expiresAt: new Date(base.clock.now().getTime() + options.expires) }),
          })
          answer(options, made, [made.token])
        })
      },
    )

  command(key, 'list', 'List API keys without their tokens')
    .option('--organization <id>', 'ID of the organization (default: all organizations)')
    .action(async (options: CommonOptions & { organization?: string }) => {
      await withBase(options, async (base) => {
        const orgs =
          options.organization === undefined
            ? (await organizations(base)).map((one) => one.id)
            : [await requireOrganization(base, options.organization)]
        const keys = (
          await Promise.all(
            orgs.map(async (org) =>
              (
                await listKeys(base.store.of(org), org)
              ).map((row) => ({
                id: row.id,
                organization_id: org,
                level: row.user_id === null ? 'organization' : 'user',
                user_id: row.user_id,
                name: row.name,
                last_four: row.last_four,
                created_at: row.created_at,
                expires_at: row.expires_at,
                revoked_at: row.revoked_at,
                last_used_at: row.last_used_at,
              })),
            ),
          )
        ).flat()
        const lines = keys.map((one) => {
          const state =
            one.revoked_at !== null ? 'revoked' : one.expires_at === null ? 'never expires' : `until ${one.expires_at}`
          return `${one.id}  …${one.last_four}  ${one.level.padEnd(12)}  ${state}  ${one.name}`
        })
        answer(options, keys, lines)
      })
    })

  command(key, 'revoke', 'Revoke an API key immediately')
    .argument('<id>', 'ID of the API key, from `parley key list`', checked(z.guid(), 'Enter an ID in UUID format.'))
    .action(async (id: string, options: CommonOptions) => {
      await withBase(options, async (base) => {
        const [row] = await base.store.owner.query<{ organization_id: string }>(
          'select organization_id from api_keys where id = $1',
          [id],
        )
        if (row === undefined) throw new Error(`No API key has the ID ${id}. List the keys with \`parley key list\`.`)
        const org = await requireOrganization(base, row.organization_id)
        await revokeKey(base.store.of(org), org, base.clock, id.toLowerCase())
        answer(options, { id: id.toLowerCase(), revoked: true }, ['API key revoked'])
      })
    })
}
