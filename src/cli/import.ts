/** `parley import`, which runs the same operation as the REST API. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import type { App } from '../app.ts'
import { AppError } from '../core/errors.ts'
import type { MediaReader } from '../core/media.ts'
import { UploadedFile } from '../core/operation.ts'
import type { OrganizationId } from '../core/principal.ts'
import { findMediaFault } from '../features/conversations/media/index.ts'
import { importDocument } from '../features/conversations/records/index.ts'
import {
  type ConversationFiles,
  type FolderContent,
  identifyDocument,
  readConversations,
  readFolder,
  titleOfPath,
  toManifestInput,
} from '../features/moves/conversation-folders/index.ts'
import {
  describeReading,
  formatReading,
  type ReadingReport,
  type TranscriptDocument,
  TranscriptFault,
} from '../features/text/transcripts/index.ts'
import { searchSameFile } from './find-same-file.ts'
import { progressBar } from './progress-bar.ts'
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
import { withUnpacked } from './with-unpacked.ts'

interface ImportOptions extends CommonOptions {
  readonly organization?: string
  readonly owner?: string
  readonly team?: string
  readonly application?: string
  readonly dryRun?: boolean
  readonly manifest?: string
  readonly allowDuplicates?: boolean
}

interface Outcome {
  readonly file: string
  /** Line in JSON lines. */
  readonly line?: number
  /** JSON pointer of the conversation in a response with several. */
  readonly pointer?: string
  /** Recording of the same conversation. */
  readonly recording?: string
  readonly uuid?: string
  /** False if the conversation was imported before. */
  readonly isNew?: boolean
  /** Address of a call that came from the same file in another way, such as from a watched folder. */
  readonly sameFileAs?: string
  /** Report about the recognized form, with what was taken and left out. */
  readonly reading?: ReadingReport
  readonly error?: string
}

/** Number of concurrent imports. */
const AT_ONCE = 4

export function registerImportCommand(command: Command): void {
  withCommonOptions(command)
    .argument('<file-or-folder...>', 'transcript files and recordings, or folders and ZIP archives with them')
    .option(...ORGANIZATION_OPTION)
    .option('--owner <email>', 'email address of the owner (default: the first admin)')
    .option('--team <id>', 'ID of the team', checked(z.guid(), 'Enter an ID in UUID format.'))
    .option(
      '--application <name>',
      'name of the application that the conversations come from',
      checked(z.string().trim().min(1).max(128), 'A name must have 1 to 128 characters.'),
      'files',
    )
    .option(
      '--manifest <file>',
      'CSV or JSON file with facts about the files (default: manifest.csv or .json in the folder)',
    )
    .option(
      '--allow-duplicates',
      'import files also if a call came from them in another way, such as from a watched folder',
    )
    .option('--dry-run', 'check all files without importing them')
    .action(importFiles)
}

async function importFiles(paths: string[], options: ImportOptions): Promise<void> {
  await withUnpacked(paths, (folders) => importPaths(folders, options))
}

async function importPaths(paths: readonly string[], options: ImportOptions): Promise<void> {
  const folders = await Promise.all(paths.map((path) => readContent(path, options.manifest)))
  // A dry run stores nothing, so it needs neither data folder nor organization.
  if (options.dryRun) return importContents(folders, undefined, options)
  await withApp(options, async (app) => {
    const org = await requireOrganization(app, options.organization)
    await importContents(folders, { app, org }, options)
  })
}

/** Organization that stores the conversations. Undefined in a dry run. */
type Target = { readonly app: App; readonly org: OrganizationId } | undefined

async function importContents(
  folders: readonly FolderContent[],
  target: Target,
  options: ImportOptions,
): Promise<void> {
  const conversations = folders.flatMap((folder) => folder.conversations)
  const bar = progressBar('conversations')
  bar?.start(conversations.length, 0)
  const outcomes: Outcome[] = []
  const note = (outcome: Outcome) => {
    outcomes.push(outcome)
    if (bar === undefined && !options.json) process.stdout.write(`${formatOutcome(outcome)}\n`)
  }
  for (const { manifest = '', faults } of folders)
    for (const { line, message } of faults) note({ file: manifest, line, error: message })
  for (const files of conversations) {
    for await (const outcome of importConversationFiles(target, files, options)) note(outcome)
    bar?.increment()
  }
  bar?.stop()
  const refused = outcomes.filter((outcome) => outcome.error !== undefined)
  if (bar !== undefined && !options.json)
    for (const outcome of refused) process.stdout.write(`${formatOutcome(outcome)}\n`)
  const known = outcomes.filter(({ isNew }) => isNew === false).length
  const totals = { imported: outcomes.length - refused.length - known, known, refused: refused.length }
  const leftOut = folders.flatMap((folder) => folder.leftOut)
  const verb = options.dryRun ? 'can be imported' : 'imported'
  const before = known === 0 ? '' : `, ${known} imported before`
  const hasSame = outcomes.some(({ sameFileAs }) => sameFileAs !== undefined)
  answer(options, { ...totals, conversations: outcomes, leftOut }, [
    ...leftOut.map((file) => `left out  ${file}  another file of the same conversation`),
    `${totals.imported} ${verb}${before}, ${totals.refused} rejected`,
    ...(outcomes.length === 0 && leftOut.length === 0
      ? ['No transcript or recording was found. Check the path, and the supported formats in docs/transcripts.md.']
      : []),
    ...(hasSame ? ['To import files that are in Parley already as further calls, add --allow-duplicates.'] : []),
  ])
  if (refused.length > 0) process.exitCode = 1
}

/** @throws UsageError if the path is neither a file nor a folder, or the manifest can't be read */
async function readContent(path: string, manifest: string | undefined): Promise<FolderContent> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UsageError(`The file or folder ${path} doesn't exist.`) : error
  })
  // A pipe is read once, and an import reads a file several times.
  if (!found.isFile() && !found.isDirectory())
    throw new UsageError(`${path} is neither a file nor a folder. Write the transcript to a file, and import the file.`)
  try {
    return await readFolder(path, manifest)
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    throw new UsageError(`The manifest of ${path} can't be read: ${faultText(error)}`)
  }
}

/** Imports a transcript, a recording, or both as one conversation. A file of JSON lines has many conversations. */
async function* importConversationFiles(
  target: Target,
  files: ConversationFiles,
  options: ImportOptions,
): AsyncGenerator<Outcome> {
  const { transcript, recording } = files
  if (transcript === undefined) {
    if (recording !== undefined) yield importOne(target, undefined, { file: recording, recording }, files, options)
    return
  }
  const running: Promise<Outcome>[] = []
  for await (const read of readConversations(files)) {
    const { line, pointer } = read
    const isOnly = line === undefined && pointer === undefined
    const where: FilePlace = {
      file: transcript,
      ...(line === undefined ? {} : { line }),
      ...(pointer === undefined ? {} : { pointer }),
      ...(isOnly && recording !== undefined ? { recording } : {}),
    }
    running.push(
      'fault' in read
        ? Promise.resolve({ ...where, error: faultText(read.fault) })
        : importOne(target, read.document, where, isOnly ? files : undefined, options),
    )
    if (running.length >= AT_ONCE) yield await (running.shift() as Promise<Outcome>)
  }
  for (const outcome of running) yield await outcome
}

interface FilePlace {
  readonly file: string
  readonly line?: number
  readonly pointer?: string
  readonly recording?: string
}

async function importOne(
  target: Target,
  document: TranscriptDocument | undefined,
  where: FilePlace,
  files: ConversationFiles | undefined,
  options: ImportOptions,
): Promise<Outcome> {
  const reading = document === undefined ? {} : { reading: describeReading(document) }
  if (target === undefined) {
    const fault = where.recording === undefined ? undefined : await checkRecording(where.recording)
    return fault === undefined ? { ...where, ...reading } : { ...where, error: fault }
  }
  const { app, org } = target
  const file = where.recording === undefined ? undefined : await openFile(where.recording)
  const given = {
    applicationName: options.application,
    // The digest identifies the content, so that a second import doesn't create duplicates.
    applicationExternalID: document === undefined ? `sha256:${file?.sha256}` : identifyDocument(document),
    conversationTitle: document?.title?.trim() || titleOfPath(where.file),
    userEmail: options.owner,
    teamUUID: options.team?.toLowerCase(),
    ...(file === undefined ? {} : { file }),
    ...toManifestInput(files?.entry),
  }
  // The bytes of a file with several calls, or of a day of Slack, aren't those of one call.
  const isPlain = document !== undefined && files?.transcript !== undefined && files.users === undefined
  const transcript = isPlain ? await openFile(where.file) : undefined
  const ctx = app.contextFor(app.operator(org))
  const same =
    options.allowDuplicates === true ? undefined : searchSameFile(ctx, given, { transcript, recording: file })
  try {
    const transcriptFile = { name: basename(where.file), sha256: transcript?.sha256 }
    const imported = await importDocument(given, document, ctx, { transcriptFile, findSame: same?.find })
    const isSame =
      !imported.isNew && (await same?.addMissing(imported.uuid, app.contextFor(app.operator(org)))) === true
    const known = isSame ? { sameFileAs: `${app.publicUrl()}/conversations/${imported.uuid}` } : {}
    return { ...where, ...imported, ...known, ...reading }
  } catch (error) {
    if (error instanceof AppError) return { ...where, error: error.message }
    throw error
  }
}

/** Why a recording can't be imported. */
async function checkRecording(path: string): Promise<string | undefined> {
  // Loaded here, because a check of transcripts needs no reader.
  const { openMediaReader } = await import('../app-adapters.ts')
  reader ??= openMediaReader()
  return findMediaFault(reader, path)
}

let reader: MediaReader | undefined

/** The file stays where it is; the import copies a recording. */
async function openFile(path: string): Promise<UploadedFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return new UploadedFile({ path, name: basename(path), size, sha256: hash.digest('hex') })
}

function faultText(fault: TranscriptFault): string {
  if (fault.line !== undefined) return `line ${fault.line}: ${fault.message}`
  // An empty pointer is the document itself.
  return !fault.pointer ? fault.message : `${fault.pointer}: ${fault.message}`
}

function formatOutcome({ file, line, pointer, recording, uuid, isNew, sameFileAs, reading, error }: Outcome): string {
  const both = recording === undefined || recording === file ? file : `${file} + ${basename(recording)}`
  const place = line === undefined && pointer === undefined ? both : `${file}:${line ?? pointer}`
  if (error !== undefined) return `rejected  ${place}  ${error}`
  const read = reading === undefined ? '' : `  ${formatReading(reading)}`
  const before =
    sameFileAs !== undefined ? `  in Parley already: ${sameFileAs}` : isNew === false ? '  imported before' : ''
  return `${uuid ?? 'valid'}  ${place}${before}${read}`
}
