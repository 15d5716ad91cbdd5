/** `parley reanalyze`: requests a new analysis of conversations, which the service or `parley worker` runs. */
import { SingleBar } from 'cli-progress'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { requestSelected } from '../features/analysis/pipeline/index.ts'
import { bodyFilterFields, filtersOfBody } from '../features/conversations/records/index.ts'
import { STEP_IDS, type StepId } from '../features/platform/analysis-requests/index.ts'
import {
  answer,
  type CommonOptions,
  collect,
  ORGANIZATION_OPTION,
  requireOrganization,
  withApp,
  withCommonOptions,
} from './settings.ts'
import { UsageError } from './usage-error.ts'

interface ReanalyzeOptions extends CommonOptions {
  readonly organization?: string
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

export function registerReanalyzeCommand(command: Command): void {
  withCommonOptions(command)
    .option(...ORGANIZATION_OPTION)
    .addOption(
      new Option('--step <step>', 'run this step even if its input is unchanged (can be repeated)')
        .choices(STEP_IDS)
        .argParser((value: string, before: string[] = []) => collect(value, before)),
    )
    .option('--from <date>', 'earliest start, as a date (00:00 UTC) or an ISO 8601 date-time, such as 2026-11-01')
    .option('--to <date>', 'latest start, as a date (00:00 UTC) or an ISO 8601 date-time, such as 2026-12-01')
    .option('--title <text>', 'text that the title contains')
    .option('--owner <email>', 'email address of the owner (can be repeated)', collect)
    .option('--participant <email>', 'email address of a participant (can be repeated)', collect)
    .option('--opportunity <id>', 'ID of an opportunity (can be repeated)', collect)
    .option('--team <id>', 'ID of a team, including its child teams (can be repeated)', collect)
    .option('--hide-internal', 'exclude internal conversations')
    .option('--archived', 'include archived conversations')
    .action(reanalyze)
}

async function reanalyze(options: ReanalyzeOptions): Promise<void> {
  const steps = z.array(z.enum(STEP_IDS)).safeParse(options.step ?? [])
  if (!steps.success) throw new UsageError(`--step must be one of ${STEP_IDS.join(', ')}.`)
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
  if (!given.success) {
    const faults = given.error.issues.map(({ path, message }) =>
      message.replace(/^The value\b/, () => nameOption(path)),
    )
    throw new UsageError([...new Set(faults)].join('\n'))
  }
  await withApp(options, async (app) => {
    const ctx = app.contextFor(app.operator(await requireOrganization(app, options.organization)))
    const bar = options.json || !process.stderr.isTTY ? undefined : new SingleBar({ format: '{value} conversations' })
    bar?.start(0, 0)
    let requested = 0
    for await (const count of requestSelected(ctx, { filters: filtersOfBody(given.data), steps: steps.data })) {
      requested += count
      bar?.update(requested)
    }
    bar?.stop()
    const noun = requested === 1 ? 'conversation' : 'conversations'
    answer(options, { requested }, [
      requested === 0
        ? 'No conversation matches. Check the options, or omit some of them.'
        : `Analysis of ${requested} ${noun} requested. The service or a worker runs it.`,
    ])
  })
}

/** Options by the fields of the filter that they set. */
const FILTER_OPTIONS: Readonly<Record<string, string>> = {
  fromDateTime: '--from',
  toDateTime: '--to',
  title: '--title',
  'owner.email': '--owner',
  'participants.email': '--participant',
  'external_opportunity.id': '--opportunity',
  'team.id': '--team',
}

/** @param path path of an issue, such as `filter`, `team.id` and the number of the entry */
function nameOption(path: readonly PropertyKey[]): string {
  const names = path.map((step) => FILTER_OPTIONS[String(step)])
  return names.find((name) => name !== undefined) ?? 'The value'
}
