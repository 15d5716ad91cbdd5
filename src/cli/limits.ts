/** `parley limits`: request limits of one organization, which override the settings. */
import type { Command } from 'commander'
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import { forKinds, LIMIT_KINDS, LIMIT_MAX, LIMIT_MIN, type LimitKind, WINDOWS } from '../core/limits.ts'
import { changeOwnLimits, limitsOver, type OwnLimits, readOwnLimits } from '../core/organization-limits.ts'
import {
  answer,
  type CommonOptions,
  checked,
  command,
  ORGANIZATION_OPTION,
  requireOrganization,
  withBase,
} from './settings.ts'
import { UsageError } from './usage-error.ts'

const DEFAULT = 'default'

const limit = checked(
  z.literal(DEFAULT).or(z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(LIMIT_MIN).max(LIMIT_MAX))),
  `Use a number from ${LIMIT_MIN} to ${LIMIT_MAX}, or ${DEFAULT}.`,
)

interface LimitOptions extends CommonOptions {
  readonly organization?: string
  readonly [option: string]: unknown
}

/** Requests that each kind of limit counts. */
const COUNTED_REQUESTS: Readonly<Record<LimitKind, string>> = {
  tools: 'MCP requests of one caller',
  key: 'REST and SCIM requests with one API key',
  user: 'REST and web app requests of one user',
  organization: 'REST, SCIM and web app requests of the organization',
}

/** Flag of a limit: `--second` for the MCP server, `--user-second` for users of REST and the web app. */
const toFlagName = (kind: LimitKind, window: string) => (kind === 'tools' ? window : `${kind}-${window}`)
/** Name under which the parser of the command line stores the value of a flag. */
const toOptionName = (flag: string) => flag.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())

const FLAGS = LIMIT_KINDS.flatMap((kind) => WINDOWS.map(({ name }) => ({ kind, name, flag: toFlagName(kind, name) })))

export function registerLimitsCommands(limits: Command): void {
  const set = command(limits, 'set', 'Set limits for an organization; omitted limits keep their values').requiredOption(
    '--organization <id>',
    'ID of the organization',
  )
  for (const { kind, name, flag } of FLAGS) {
    set.option(
      `--${flag} <number>`,
      `maximum ${COUNTED_REQUESTS[kind]} per ${name}, or "${DEFAULT}" to use the setting`,
      limit,
    )
  }
  set.action(async (options: LimitOptions) => {
    const changes = FLAGS.flatMap((one) => {
      const value = options[toOptionName(one.flag)] as number | typeof DEFAULT | undefined
      return value === undefined ? [] : [{ ...one, value: value === DEFAULT ? null : value }]
    })
    if (changes.length === 0) {
      throw new UsageError(`Set one or more limits: ${FLAGS.map(({ flag }) => `--${flag}`).join(', ')}.`)
    }
    await withBase(options, async (base, config) => {
      const org = await requireOrganization(base, options.organization)
      for (const kind of LIMIT_KINDS) {
        const changesOfKind = changes.filter((one) => one.kind === kind)
        const change = Object.fromEntries(changesOfKind.map(({ name, value }) => [name, value]))
        if (changesOfKind.length > 0) await changeOwnLimits(base.store.owner, org, change, kind)
      }
      print(options, org, await readOwnLimits(base.store.owner, org), config)
    })
  })

  command(limits, 'show', 'Show the limits of an organization')
    .option(...ORGANIZATION_OPTION)
    .action(async (options: LimitOptions) => {
      await withBase(options, async (base, config) => {
        const org = await requireOrganization(base, options.organization)
        print(options, org, await readOwnLimits(base.store.owner, org), config)
      })
    })
}

function print(options: CommonOptions, org: string, own: OwnLimits, config: Config): void {
  const { tools, ...requests } = limitsOver(config.limits.defaults, own)
  const overridden = FLAGS.filter(({ kind, name }) => own[kind][name] !== undefined).map(({ flag }) => flag)
  const limitByKind = forKinds((kind) => (kind === 'tools' ? tools : requests[kind]))
  const width = Math.max(...FLAGS.map(({ flag }) => flag.length))
  const lines = FLAGS.map(
    ({ kind, name, flag }) =>
      `${flag.padEnd(width)}  ${limitByKind[kind][name]}${own[kind][name] === undefined ? '  (from settings)' : ''}`,
  )
  answer(options, { organization_id: org, ...tools, requests, own: overridden }, lines)
}
