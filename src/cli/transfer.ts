/** `parley import` and `parley export`, which run the same operations as the REST API. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SingleBar } from 'cli-progress'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { App } from '../app.ts'
import { AppError } from '../core/errors.ts'
import type { FileAnswer } from '../core/operation.ts'
import type { Rows } from '../core/page.ts'
import type { OrganizationId } from '../core/principal.ts'
import { runOperation } from '../core/run-operation.ts'
import {
  exportConversation,
  importDocument,
  listConversationsOptimized,
} from '../features/conversations/records/index.ts'
import {
  decodeTranscript,
  describeReading,
  EXPORT_FORMS,
  formatReading,
  type ReadingReport,
  readTranscripts,
  type TranscriptDocument,
  TranscriptFault,
} from '../features/text/transcripts/index.ts'
import {
  answer,
  type CommonOptions,
  checked,
  ORGANIZATION_OPTION,
  requireOrganization,
  withApp,
  withCommonOptions,
} from './settings.ts'
import { UsageError } from './usage-error.ts'
import { writePrivately } from './write-privately.ts'

interface ImportOptions extends CommonOptions {
  readonly organization?: string
  readonly owner?: string
  readonly team?: string
  readonly application?: string
  readonly dryRun?: boolean
}

interface Outcome {
  readonly file: string
  readonly line?: number
  readonly uuid?: string
  /** False if the conversation was imported before. */
  readonly isNew?: boolean
  /** Report about the recognized form, with what was taken and left out. */
  readonly reading?: ReadingReport
  readonly error?: string
}

/** Number of concurrent imports. */
const AT_ONCE = 4

export function registerImportCommand(command: Command): void {
  withCommonOptions(command)
    .argument('<file-or-folder...>', 'transcript files, or folders with transcript files')
    .option(...ORGANIZATION_OPTION)
    .option('--owner <email>', 'email address of the owner (default: the first admin)')
    .option('--team <id>', 'ID of the team', checked(z.guid(), 'Enter an ID in UUID format.'))
    .option(
      '--application <name>',
      'name of the application that the conversations come from',
      checked(z.string().trim().min(1).max(128), 'A name must have 1 to 128 characters.'),
      'files',
    )
    .option('--dry-run', 'check all files without importing them')
    .action(importFiles)
}

export function registerExportCommand(command: Command): void {
  withCommonOptions(command)
    .option(...ORGANIZATION_OPTION)
    .requiredOption('--out <folder>', 'folder to write to')
    .addOption(new Option('--format <format>', 'file format').choices(EXPORT_FORMS).default('vcon'))
    .action(exportAll)
}

async function importFiles(paths: string[], options: ImportOptions): Promise<void> {
  const files = (await Promise.all(paths.map(filesIn))).flat()
  await withApp(options, async (app) => {
    const org = await requireOrganization(app, options.organization)
    const bar = progressBar('conversations')
    bar?.start(files.length, 0)
    const outcomes: Outcome[] = []
    for (const file of files) {
      const source = decodeFile(await readFile(file))
      const imported =
        source instanceof TranscriptFault
          ? [{ file, error: faultText(source) }]
          : importSource(app, org, file, source, options)
      for await (const outcome of imported) {
        outcomes.push(outcome)
        if (bar === undefined && !options.json) process.stdout.write(`${formatOutcome(outcome)}\n`)
      }
      bar?.increment()
    }
    bar?.stop()
    const refused = outcomes.filter((outcome) => outcome.error !== undefined)
    if (bar !== undefined && !options.json)
      for (const outcome of refused) process.stdout.write(`${formatOutcome(outcome)}\n`)
    const known = outcomes.filter(({ isNew }) => isNew === false).length
    const totals = { imported: outcomes.length - refused.length - known, known, refused: refused.length }
    const verb = options.dryRun ? 'can be imported' : 'imported'
    const before = known === 0 ? '' : `, ${known} imported before`
    answer(options, { ...totals, conversations: outcomes }, [
      `${totals.imported} ${verb}${before}, ${totals.refused} rejected`,
    ])
    if (refused.length > 0) process.exitCode = 1
  })
}

function decodeFile(bytes: Uint8Array): string | TranscriptFault {
  try {
    return decodeTranscript(bytes)
  } catch (error) {
    if (error instanceof TranscriptFault) return error
    throw error
  }
}

async function* importSource(
  app: App,
  org: OrganizationId,
  file: string,
  source: string,
  options: ImportOptions,
): AsyncGenerator<Outcome> {
  const running: Promise<Outcome>[] = []
  for (const read of readTranscripts(source, { fileName: basename(file), requireSpeakers: true })) {
    const where = read.line === undefined ? { file } : { file, line: read.line }
    running.push(
      'fault' in read
        ? Promise.resolve({ ...where, error: faultText(read.fault) })
        : importOne(app, org, read.document, where, options),
    )
    if (running.length >= AT_ONCE) yield await (running.shift() as Promise<Outcome>)
  }
  for (const outcome of running) yield await outcome
}

async function importOne(
  app: App,
  org: OrganizationId,
  document: TranscriptDocument,
  where: { file: string; line?: number },
  options: ImportOptions,
): Promise<Outcome> {
  const reading = describeReading(document)
  if (options.dryRun) return { ...where, reading }
  const given = {
    applicationName: options.application,
    // The digest identifies the content, so that a second import doesn't create duplicates.
    applicationExternalID: document.externalId ?? digest(identity(document)),
    conversationTitle: document.title?.trim() || toTitle(where.file),
    userEmail: options.owner,
    teamUUID: options.team?.toLowerCase(),
  }
  try {
    const imported = await importDocument(given, document, app.contextFor(app.operator(org)), basename(where.file))
    return { ...where, ...imported, reading }
  } catch (error) {
    if (error instanceof AppError) return { ...where, error: error.message }
    throw error
  }
}

function faultText(fault: TranscriptFault): string {
  if (fault.line !== undefined) return `line ${fault.line}: ${fault.message}`
  return fault.pointer === undefined ? fault.message : `${fault.pointer}: ${fault.message}`
}

/** Content that identifies a file. A report about it isn't part of that. */
const identity = ({ omitted: _, reading: _1, ...document }: TranscriptDocument) => document

const digest = (document: TranscriptDocument) =>
  `sha256:${createHash('sha256').update(JSON.stringify(document)).digest('hex')}`

const toTitle = (file: string) =>
  basename(file)
    .replace(/(\.(vcon|vtt|srt|sbv|txt|jsonl?|ndjson))+$/i, '')
    .slice(0, 256) || basename(file)

function formatOutcome({ file, line, uuid, isNew, reading, error }: Outcome): string {
  const place = line === undefined ? file : `${file}:${line}`
  if (error !== undefined) return `rejected  ${place}  ${error}`
  const read = reading === undefined ? '' : `  ${formatReading(reading)}`
  return `${uuid ?? 'valid'}  ${place}${isNew === false ? '  imported before' : ''}${read}`
}

/** Files in a folder and its subfolders, sorted by path, without hidden files; or the file itself. */
async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => {
    throw new UsageError(`The file or folder ${path} doesn't exist.`)
  })
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function progressBar(noun: string): SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined
  return new SingleBar({
    format: `{bar} {percentage}% | {value} of {total} ${noun} | {eta_formatted} left`,
    stream: process.stderr,
  })
}

interface ExportOptions extends CommonOptions {
  readonly organization?: string
  readonly out: string
  readonly format: string
}

async function exportAll(options: ExportOptions): Promise<void> {
  await withApp(options, async (app) => {
    const ctx = app.contextFor(app.operator(await requireOrganization(app, options.organization)))
    await mkdir(options.out, { recursive: true, mode: 0o700 })
    const bar = progressBar('conversations')
    const totals = { exported: 0, refused: 0 }
    for (let page = 1, pages = 1; page <= pages; page++) {
      const list = (await runOperation(
        listConversationsOptimized,
        { page: String(page), size: '50', 'filter[archived]': 'true' },
        ctx,
      )) as { data: Rows<{ id: string }>; meta: { pageCount: number; totalRecords: number } }
      pages = list.meta.pageCount
      if (page === 1) bar?.start(list.meta.totalRecords, 0)
      for await (const batch of list.data.batches) {
        for (const { id } of batch) {
          try {
            const file = (await runOperation(exportConversation, { id, format: options.format }, ctx)) as FileAnswer
            await writePrivately(join(options.out, file.fileName), file.body)
            totals.exported++
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            totals.refused++
            process.stderr.write(`${id}: ${error.message}\n`)
          }
          bar?.increment()
        }
      }
    }
    bar?.stop()
    answer(options, totals, [`${totals.exported} exported, ${totals.refused} failed`])
    if (totals.refused > 0) process.exitCode = 1
  })
}
