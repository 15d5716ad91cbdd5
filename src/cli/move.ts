/** `parley move`: brings the conversations of another product, and prints a ledger of what came. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import type { App } from '../app.ts'
import type { Context } from '../core/operation.ts'
import type { OrganizationId } from '../core/principal.ts'
import { emailAddress, firstAdmin } from '../features/accounts/identity/index.ts'
import {
  formatLedger,
  type ListedCall,
  loadLedger,
  type MoveReport,
  type OwnerInvitation,
  openFolderVendor,
  type Pace,
  runMove,
  selectMove,
  VENDORS,
  type Vendor,
  VendorError,
} from '../features/moves/vendor-moves/index.ts'
import { readSecrets } from './read-secrets.ts'
import {
  answer,
  type CommonOptions,
  checked,
  command,
  ORGANIZATION_OPTION,
  requireOrganization,
  withApp,
} from './settings.ts'
import { UsageError } from './usage-error.ts'
import { withUnpacked } from './with-unpacked.ts'

interface MoveCommandOptions extends CommonOptions {
  readonly organization?: string
  readonly application?: string
  readonly owner?: string
  readonly team?: string
  readonly since?: Date
  readonly until?: Date
  readonly limit?: number
  readonly perSecond?: number
  readonly perDay?: number
  readonly credentials?: string
  readonly dryRun?: boolean
  readonly inviteOwners?: boolean
  readonly manifest?: string
  /** False with `--no-recordings`. */
  readonly recordings: boolean
}

export function registerMoveCommands(move: Command): void {
  for (const vendor of VENDORS) {
    const variables = vendor.credentials.map(
      ({ variable, description, default: preset }) =>
        `  ${variable}  ${description}${preset === undefined ? '' : ` (default: ${preset})`}`,
    )
    withMoveOptions(command(move, vendor.id, `Bring the conversations of ${vendor.title}`))
      .option('--credentials <file>', 'file with lines NAME=value instead of environment variables, or - for stdin')
      .option('--per-second <n>', `requests per second (default: ${vendor.quota.perSecond})`, positive)
      .option('--per-day <n>', `requests per day (default: ${vendor.quota.perDay ?? 'no limit'})`, positive)
      .addHelpText('after', ['', 'Credentials:', ...variables].join('\n'))
      .action((options: MoveCommandOptions) => bring(vendor, options))
  }
  withMoveOptions(command(move, 'folder <path>', 'Bring a folder of exported files, for example of Otter or Chorus'))
    .option(
      '--manifest <file>',
      'CSV or JSON file with facts about the files (default: manifest.csv or manifest.json in the folder)',
    )
    .action((path: string, options: MoveCommandOptions) =>
      withUnpacked([path], ([folder = path]) =>
        bring(openFolderVendor(folder, options.manifest), options, { FOLDER: path }),
      ),
    )
}

const positive = checked(
  z.string().transform(Number).pipe(z.number().positive().max(1_000_000)),
  'Enter a number greater than 0.',
)
const day = checked(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/)
    .transform((text) => new Date(text))
    .refine((date) => !Number.isNaN(date.getTime())),
  'Enter a date such as 2026-03-17, or a date-time with an offset.',
)

const withMoveOptions = (command: Command): Command =>
  command
    .option(...ORGANIZATION_OPTION)
    .option('--dry-run', 'list what would come, without storing anything')
    .option('--since <date>', 'only calls from this date on (UTC)', day)
    .option('--until <date>', 'only calls before this date (UTC)', day)
    .option('--limit <n>', 'stop after this number of new calls', (text) => Math.ceil(positive(text)))
    .option(
      '--owner <email>',
      'owner of calls whose owner is no user (default: the first admin)',
      checked(emailAddress as z.ZodType<string, string>, 'Enter an email address.'),
    )
    .option('--team <id>', 'ID of the team of all calls', checked(z.guid(), 'Enter an ID in UUID format.'))
    .option(
      '--application <name>',
      'application name of the conversations (default: the name of the product)',
      checked(z.string().trim().min(1).max(128), 'A name must have 1 to 128 characters.'),
    )
    .option('--invite-owners', 'send an invitation to each owner who has no user, and an address of the organization')
    .option('--no-recordings', 'bring transcripts without recordings')

async function bring(vendor: Vendor, options: MoveCommandOptions, folder?: Record<string, string>): Promise<void> {
  const credentials = folder ?? (await readSecrets(vendor, options.credentials))
  checkWindow(options)
  await withApp(options, async (app) => {
    const org = await requireOrganization(app, options.organization)
    const ctx = app.contextFor(app.operator(org))
    const inviter = options.inviteOwners === true ? await openInviter(app, org) : undefined
    const stop = new AbortController()
    const onSignal = () => stop.abort(new Error('The move was interrupted. Run it again to continue.'))
    process.once('SIGINT', onSignal)
    process.once('SIGTERM', onSignal)
    try {
      const report = await runMove(ctx, {
        ...{ vendor, credentials, application: options.application ?? vendor.id },
        ...{ since: options.since, until: options.until, limit: options.limit, dryRun: options.dryRun === true },
        ...{ withRecordings: options.recordings, defaultOwner: options.owner, teamId: options.team?.toLowerCase() },
        ...{ quota: toQuota(vendor, options), pace: systemPace, signal: stop.signal, inviter },
        ...(process.stderr.isTTY ? { onProgress: printProgress } : {}),
      })
      if (process.stderr.isTTY) process.stderr.write('\n')
      await printReport(app, ctx.org, options, report)
    } catch (error) {
      if (error instanceof VendorError) throw new Error(`${error.message} The cursor is stored.`)
      throw error
    } finally {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    }
  })
}

/** Context of the first admin, whose name is in the invitations. */
async function openInviter(app: App, org: OrganizationId): Promise<Context> {
  const { db } = app.contextFor(app.operator(org))
  const admin = await firstAdmin(db, org)
  if (admin === undefined) throw new UsageError('The organization has no active admin who could invite owners.')
  return app.contextFor({ ...app.operator(org), user: { id: admin.id, email: admin.email, teamIds: [] } })
}

function checkWindow({ since, until }: MoveCommandOptions): void {
  if (since !== undefined && until !== undefined && since >= until)
    throw new UsageError('--since must be before --until.')
}

const toQuota = ({ quota }: Vendor, { perSecond, perDay }: MoveCommandOptions) => ({
  perSecond: perSecond ?? quota.perSecond,
  ...(perDay === undefined && quota.perDay === undefined ? {} : { perDay: perDay ?? quota.perDay ?? 0 }),
})

const systemPace: Pace = {
  now: Date.now,
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  },
}

function printProgress({
  found,
  added,
  known,
  failed,
}: {
  found: number
  added: number
  known: number
  failed: number
}) {
  process.stderr.write(`\r${found} found, ${added} new, ${known} there already, ${failed} failed`)
}

async function printReport(
  app: App,
  org: Parameters<typeof selectMove>[1],
  options: MoveCommandOptions,
  report: MoveReport,
): Promise<void> {
  const { db } = app.contextFor(app.operator(org))
  const { listed, ...figures } = report
  const row = report.moveId === undefined ? undefined : await selectMove(db, org, report.moveId)
  const ledger = row === undefined ? undefined : await loadLedger(db, org, row)
  const document = { ...figures, ledger, ...(options.dryRun ? { listed: listed.map(toListedOutput) } : {}) }
  answer(options, document, [
    ...(options.dryRun ? formatDryRun(report) : [formatRun(report)]),
    ...(report.stop === undefined ? [] : [report.stop]),
    ...(report.transferred === 0 ? [] : [`${report.transferred} calls went to owners who have joined since`]),
    ...report.invitations.map(formatInvitation),
    ...(ledger === undefined ? [] : ['', ...formatLedger(ledger)]),
  ])
  if (report.failed > 0 || (report.state === 'stopped' && options.limit === undefined)) process.exitCode = 1
}

const INVITATIONS: Readonly<Record<string, string>> = {
  invited: 'invited',
  pending: 'has an invitation already',
  outside: 'not invited, because the address is outside of the domains of the organization',
}

const formatInvitation = ({ email, outcome }: OwnerInvitation): string =>
  `${email}: ${INVITATIONS[outcome] ?? `couldn't be invited (${outcome})`}`

const formatRun = ({ found, added, known, failed, isResumed }: MoveReport): string =>
  `${isResumed ? 'Continued. ' : ''}${found} found, ${added} new, ${known} there already, ${failed} failed`

function formatDryRun({ found, known, listed }: MoveReport): string[] {
  const minutes = listed.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0) / 60
  const owners = Map.groupBy(listed, ({ ownerEmail }) => ownerEmail ?? 'unknown')
  return [
    `${found} found, ${known} there already, ${listed.length} would come (${Math.round(minutes)} minutes)`,
    ...[...owners]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([owner, calls]) => `  ${owner}: ${calls.length}`),
  ]
}

const toListedOutput = ({ externalId, startedAt, durationSeconds, ownerEmail }: ListedCall) => ({
  ...{ externalId, startedAt, durationSeconds, ownerEmail },
})
