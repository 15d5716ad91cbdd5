/** `parley key create|list|revoke`. */
import type { Command } from 'commander'
import { z } from 'zod'
import { issueKey, listKeys, revokeKey } from '../../features/access/index.ts'
import { answer, type CommonOptions, checked, command, organizationOf, organizations, withBase } from './settings.ts'

const UNITS = { h: 3_600_000, d: 86_400_000 }
const DURATION = 'A duration such as 12h or 30d.'

/** `30d`, `12h` → milliseconds. */
const duration = checked(
  z
    .string()
    .regex(/^[1-9]\d{0,4}[hd]$/)
    .transform((value) => Number(value.slice(0, -1)) * UNITS[value.slice(-1) as 'h' | 'd']),
  DURATION,
)

export function fillKey(key: Command): void {
  command(key, 'create', 'Make an API key and print its token, this once.')
    .requiredOption('--organization <id>', 'whose key')
    .option(
      '--user <id>',
      'the user it acts as; without one it is an org-level key',
      checked(z.guid(), 'This must be an id.'),
    )
    .requiredOption(
      '--name <name>',
      'what it is for',
      checked(z.string().trim().min(1).max(128), '1 to 128 characters.'),
    )
    .option('--expires <duration>', DURATION, duration)
    .action(
      async (options: CommonOptions & { organization: string; user?: string; name: string; expires?: number }) => {
        await withBase(options, async (base) => {
          const org = await organizationOf(base, options.organization)
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

  command(key, 'list', 'List API keys; tokens are never shown.')
    .option('--organization <id>', 'of one organization only')
    .action(async (options: CommonOptions & { organization?: string }) => {
      await withBase(options, async (base) => {
        const orgs =
          options.organization === undefined
            ? (await organizations(base)).map((one) => one.id)
            : [await organizationOf(base, options.organization)]
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

  command(key, 'revoke', 'End an API key at once.')
    .argument('<id>', 'id of the key', checked(z.guid(), 'This must be an id.'))
    .action(async (id: string, options: CommonOptions) => {
      await withBase(options, async (base) => {
        const [row] = await base.store.owner.query<{ organization_id: string }>(
          'select organization_id from api_keys where id = $1',
          [id],
        )
        if (row === undefined) throw new Error('There is no such key.')
        const org = await organizationOf(base, row.organization_id)
        await revokeKey(base.store.of(org), org, base.clock, id.toLowerCase())
        answer(options, { id: id.toLowerCase(), revoked: true }, ['Revoked.'])
      })
    })
}
