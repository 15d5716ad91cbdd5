/** `parley limits set|show`: what an operator arranges with one organization. */
import type { Command } from 'commander'
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import { forWindows, LIMIT_MAX, LIMIT_MIN, WINDOWS, type WindowName } from '../../core/limits.ts'
import { changeOwnLimits, limitsOver, type OwnLimits, readOwnLimits } from '../../core/organization-limits.ts'
import { answer, type CommonOptions, checked, command, organizationOf, withBase } from './settings.ts'
import { UsageError } from './usage-error.ts'

const DEFAULT = 'default'

const limit = checked(
  z.literal(DEFAULT).or(z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(LIMIT_MIN).max(LIMIT_MAX))),
  `A number from ${LIMIT_MIN} to ${LIMIT_MAX}, or ${DEFAULT}.`,
)

interface LimitOptions extends CommonOptions {
  readonly organization: string
}

type Change = { readonly [Name in WindowName]?: number | typeof DEFAULT }

export function fillLimits(limits: Command): void {
  const set = command(limits, 'set', 'Arrange limits of its own; what is not named stays.').requiredOption(
    '--organization <id>',
    'whose limits',
  )
  for (const { name } of WINDOWS) {
    set.option(`--${name} <number>`, `most requests a ${name}; ${DEFAULT}: what the settings say`, limit)
  }
  set.action(async (options: LimitOptions & Change) => {
    if (WINDOWS.every(({ name }) => options[name] === undefined)) {
      throw new UsageError(`Name a limit to set: ${WINDOWS.map(({ name }) => `--${name}`).join(', ')}.`)
    }
    await withBase(options, async (base, config) => {
      const org = await organizationOf(base, options.organization)
      const change = forWindows(({ name }) => (options[name] === DEFAULT ? null : options[name]))
      tell(options, org, await changeOwnLimits(base.store.owner, org, change), config)
    })
  })

  command(limits, 'show', 'Show the limits that hold.')
    .requiredOption('--organization <id>', 'whose limits')
    .action(async (options: LimitOptions) => {
      await withBase(options, async (base, config) => {
        const org = await organizationOf(base, options.organization)
        tell(options, org, await readOwnLimits(base.store.owner, org), config)
      })
    })
}

function tell(options: CommonOptions, org: string, own: OwnLimits, config: Config): void {
  const holding = limitsOver(config.limits.defaults, own)
  const arranged = WINDOWS.map(({ name }) => name).filter((name) => own[name] !== undefined)
  const lines = WINDOWS.map(
    ({ name }) => `${name.padEnd(6)}  ${holding[name]}${own[name] === undefined ? '  (the setting)' : ''}`,
  )
  answer(options, { organization_id: org, ...holding, own: arranged }, lines)
}
