/** `parley reanalyze`: has conversations analyzed again; the service, or `parley worker`, works it off. */
import { SingleBar } from 'cli-progress'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { requestSelected } from '../../features/analysis/index.ts'
import { STEP_IDS, type StepId } from '../../features/analysis-requests/index.ts'
import { bodyFilterFields, filtersOfBody } from '../../features/conversations/index.ts'
import { answer, type CommonOptions, collect, organizationOf, withApp, withCommonOptions } from './settings.ts'
import { UsageError } from './usage-error.ts'

interface ReanalyzeOptions extends CommonOptions {
  readonly organization: string
  readonly step?: StepId[]
  readonly from?: string
  readonly to?: string
  readonly title?: string
  readonly owner?: string[]
  readonly participant?: string[]
  readonly opportunity?: string[]
  readonly team?: string[]
  readonly hideInternal?: boolean
  readonly archived?: boolean
}

export function fillReanalyze(command: Command): void {
  withCommonOptions(command)
    .requiredOption('--organization <id>', 'of which organization')
    .addOption(
      new Option('--step <step>', 'do this step again in any case (may be repeated)')
        .choices(STEP_IDS)
        .argParser((value: string, before: string[] = []) => collect(value, before)),
    )
    .option('--from <date>', 'started then or later')
    .option('--to <date>', 'started then or earlier')
    .option('--title <text>', 'whose title holds this')
    .option('--owner <email>', 'owned by this user (may be repeated)', collect)
    .option('--participant <email>', 'that this person took part in (may be repeated)', collect)
    .option('--opportunity <id>', 'of this opportunity (may be repeated)', collect)
    .option('--team <id>', 'of this team or below (may be repeated)', collect)
    .option('--hide-internal', 'leave out internal ones')
    .option('--archived', 'also archived ones')
    .action(reanalyze)
}

async function reanalyze(options: ReanalyzeOptions): Promise<void> {
  const steps = z.array(z.enum(STEP_IDS)).safeParse(options.step ?? [])
  if (!steps.success) throw new UsageError(`--step takes one of ${STEP_IDS.join(', ')}.`)
  const given = z.object(bodyFilterFields).safeParse({
    fromDateTime: options.from,
    toDateTime: options.to,
    filter: {
      title: options.title,
      'owner.email': options.owner,
      'participants.email': options.participant,
      'external_opportunity.id': options.opportunity,
      'team.id': options.team,
      hide_internal: options.hideInternal,
      archived: options.archived,
    },
  })
  if (!given.success)
    throw new UsageError(given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  await withApp(options, async (app) => {
    const ctx = app.contextFor(app.operator(await organizationOf(app, options.organization)))
    const bar = options.json || !process.stderr.isTTY ? undefined : new SingleBar({ format: '{value} conversations' })
    bar?.start(0, 0)
    let requested = 0
    for await (const count of requestSelected(ctx, { filters: filtersOfBody(given.data), steps: steps.data })) {
      requested += count
      bar?.update(requested)
    }
    bar?.stop()
    answer(options, { requested }, [`${requested} conversations are analyzed again by the service or a worker.`])
  })
}
