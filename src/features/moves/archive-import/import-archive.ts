import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { AppError, invalid } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../../core/operation.ts'
import { runInBulk } from '../../../core/urgency.ts'
import {
  IMPORT_BYTES_MAX,
  importDocument,
  importInput,
  importText,
  readingOutput,
  resolveOwner,
  resolveTeamId,
  textOfFile,
} from '../../conversations/records/index.ts'
import { createPartContext } from '../../platform/audit/index.ts'
import { type DecodedText, describeReading, type ReadingReport, TranscriptFault } from '../../text/transcripts/index.ts'
import {
  type ConversationFiles,
  type FolderContent,
  titleOfPath,
  toManifestInput,
  toStem,
} from '../conversation-folders/index.ts'
import {
  ARCHIVE_BYTES_MAX,
  type LeftOutReason,
  type ReadConversation,
  readArchiveFileTask,
  readArchiveFolderTask,
  type UnpackedArchive,
  unpackTexts,
  withRecording,
} from './read-archive.ts'

/** Maximum number of conversations that one archive becomes. */
const CONVERSATIONS_MAX = 500
const DEFAULT_APPLICATION = 'files'
const { userID, userEmail, teamUUID, applicationName, private: isPrivate } = importInput.shape

const importedConversation = z.object({
  transcript: z
    .string()
    .nullable()
    .describe('Path of the transcript in the archive. Null if there is only a recording.'),
  recording: z.string().nullable().describe('Path of the recording in the archive. Null without one.'),
  leftOut: z
    .array(z.string())
    .describe(
      "Paths of other files of the conversation, such as transcripts with less information. They aren't imported.",
    ),
  line: z.int().nullable().describe('Line of the conversation in a file of JSON lines. Null for other files.'),
  pointer: z.string().nullable().describe('JSON pointer of the conversation in a file with several. Null otherwise.'),
  uuid: z.string().nullable().describe("ID of the conversation. Null if it wasn't imported."),
  isNew: z.boolean().nullable().describe("False if it was imported before. Null if it wasn't imported."),
  reading: readingOutput
    .nullable()
    .describe('Report about the transcript that was read. Null without one, and on error.'),
  error: z.string().nullable().describe("Why the conversation wasn't imported. Null if it was."),
})
type ImportedConversation = z.output<typeof importedConversation>

const output = z.object({
  imported: z.int().describe('Number of new conversations.'),
  known: z.int().describe('Number of conversations that were imported before.'),
  failed: z.int().describe("Number of conversations that weren't imported."),
  conversations: z.array(importedConversation).describe('Conversations in the archive, in the order of their paths.'),
  leftOut: z
    .array(
      z.object({
        file: z.string().describe('Path in the archive.'),
        reason: z
          .enum(['unknown_form', 'archive', 'too_large', 'no_conversation'])
          .describe(
            '`unknown_form`: neither a recording nor a transcript by its name. `archive`: an archive in the archive. ' +
              '`too_large`: a transcript of more than 32 MiB. `no_conversation`: the file belongs to no conversation.',
          ),
      }),
    )
    .describe('Files that belong to no conversation.'),
  manifest: z
    .object({
      file: z.string().describe('Path of the manifest in the archive.'),
      faults: z
        .array(
          z.object({
            line: z.int().describe('Line, or position of the entry, from 1.'),
            message: z.string().describe('Rule that the entry breaks, as a sentence.'),
          }),
        )
        .describe("Entries that can't be used. Their files are imported without the facts of the manifest."),
    })
    .nullable()
    .describe('Manifest of the archive. Null without one.'),
})

const input = z.object({
  file: z.instanceof(UploadedFile).optional().describe('ZIP archive, maximum 2 GiB and 2,000 files. Required.'),
  ...{ userID, userEmail, teamUUID, private: isPrivate },
  applicationName: applicationName.describe(
    'Application name of the conversations, 1 to 128 characters. Defaults to `files`, as for `parley import`. ' +
      'Example: `recorder`.',
  ),
})
type ArchiveInput = z.output<typeof input>

export const importArchive = defineOperation({
  id: 'importArchive',
  summary: 'Import an archive of conversations',
  description:
    'Imports the recordings and transcripts of a ZIP archive, sent as `multipart/form-data`. Files with the same name in ' +
    'the same folder are one conversation, of which the transcript with most information is imported. ' +
    '`manifest.csv` or `manifest.json` in the archive can state title, date, owner and participants. An unsafe or damaged ' +
    'archive imports nothing. Otherwise, each conversation is imported completely or not at all. Safe to repeat: the ' +
    'content identifies a conversation. Maximum 500 conversations, 4 GiB when unpacked, and 128 MiB of transcripts.',
  tag: 'Conversations',
  cost: COSTS.high,
  input,
  output,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/conversations/import/archive',
    status: 202,
    upload: { field: 'file', maxBytes: ARCHIVE_BYTES_MAX },
  },
  async handle(given, ctx) {
    const { file } = given
    if (file === undefined)
      throw invalid({
        pointer: '/file',
        detail: 'A ZIP archive is required. Send it as `multipart/form-data` in `file`.',
      })
    // A wrong owner or team would refuse each conversation.
    const owner = await resolveOwner(given, ctx)
    await resolveTeamId(given, owner, ctx)
    // The folder of the upload is deleted with it.
    const folder = await mkdtemp(join(dirname(file.path), 'archive-'))
    const unpacked = await refusing(unpackTexts(file, folder, ctx.signal))
    const content = await ctx.requestWorkers.run(readArchiveFolderTask, [folder], ctx.signal)
    if ('fault' in content) throw invalid({ pointer: '/file', detail: content.fault })
    if (content.conversations.length === 0)
      throw invalid({ pointer: '/file', detail: 'The archive has neither a recording nor a transcript.' })
    if (content.conversations.length > CONVERSATIONS_MAX) throw tooManyConversations()
    const conversations = await runInBulk(() => importAll({ given, file, unpacked }, content, ctx))
    return toOutput(conversations, content, unpacked)
  },
})

const tooManyConversations = () =>
  invalid({ pointer: '/file', detail: `The archive has more than ${CONVERSATIONS_MAX} conversations. Split it.` })

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TranscriptFault) throw invalid({ pointer: '/file', detail: error.message })
    throw error
  }
}

interface ArchiveImport {
  readonly given: ArchiveInput
  readonly file: UploadedFile
  readonly unpacked: UnpackedArchive
}

async function importAll(
  archive: ArchiveImport,
  { conversations, leftOut }: FolderContent,
  ctx: Context,
): Promise<ImportedConversation[]> {
  const others = Map.groupBy(leftOut, toStem)
  const outcomes: ImportedConversation[] = []
  for (const files of conversations) {
    ctx.signal.throwIfAborted()
    const { folder } = archive.unpacked
    const toPath = (path: string | undefined) => (path === undefined ? null : relative(folder, path))
    const stem = toStem(files.transcript ?? files.recording ?? '')
    const place = {
      ...{ transcript: toPath(files.transcript), recording: toPath(files.recording) },
      leftOut: (others.get(stem) ?? []).map((path) => relative(folder, path)),
    }
    const left = CONVERSATIONS_MAX - outcomes.length
    for (const outcome of await importFiles(archive, files, left, ctx)) outcomes.push({ ...place, ...outcome })
  }
  return outcomes
}

type Outcome = Omit<ImportedConversation, 'transcript' | 'recording' | 'leftOut'>

const NOTHING = { line: null, pointer: null, uuid: null, isNew: null, reading: null, error: null }

/** Imports the conversations of a transcript, or a recording alone. */
async function importFiles(
  { given, file, unpacked }: ArchiveImport,
  files: ConversationFiles,
  left: number,
  ctx: Context,
): Promise<Outcome[]> {
  if (left <= 0) return [{ ...NOTHING, error: `An archive becomes at most ${CONVERSATIONS_MAX} conversations.` }]
  const { transcript, recording } = files
  const facts = toFacts(given, files)
  const withFile = <T>(work: (recording: UploadedFile | undefined) => Promise<T>) =>
    withRecording(file, unpacked, recording, ctx.signal, work)
  if (transcript === undefined) {
    return [
      await attempt(() =>
        withFile((sound) =>
          importDocument(
            {
              ...identify(facts, `sha256:${sound?.sha256}`, recording, undefined),
              ...(sound === undefined ? {} : { file: sound }),
            },
            undefined,
            createPartContext(ctx, importArchive.id),
          ),
        ),
      ),
    ]
  }
  const read = await ctx.requestWorkers.run(readArchiveFileTask, [files, left], ctx.signal)
  if (!('read' in read)) {
    return [
      await attempt(() =>
        withFile(async (sound) =>
          importText(
            { ...identify(facts, read.id, transcript, read.title), ...(sound === undefined ? {} : { file: sound }) },
            { ...(await readText(transcript, ctx)), fileName: basename(transcript) },
            createPartContext(ctx, importArchive.id),
          ),
        ),
      ),
    ]
  }
  const outcomes: Outcome[] = []
  for (const one of read.read) outcomes.push(await importRead(one, transcript, facts, withFile, ctx))
  return outcomes
}

/** Imports one of several conversations of a file, or one that was joined from several files. */
async function importRead(
  one: ReadConversation,
  transcript: string,
  facts: Facts,
  withFile: <T>(work: (recording: UploadedFile | undefined) => Promise<T>) => Promise<T>,
  ctx: Context,
): Promise<Outcome> {
  const place = { line: one.line ?? null, pointer: one.pointer ?? null }
  if ('fault' in one) return { ...NOTHING, ...place, error: one.fault }
  const { document, id } = one
  const isOnly = one.line === undefined && one.pointer === undefined
  const store = (sound: UploadedFile | undefined) =>
    importDocument(
      {
        // Facts of the manifest are about one conversation.
        ...identify(isOnly ? facts : { ...facts, entry: {} }, id, transcript, document.title?.trim() || undefined),
        ...(sound === undefined ? {} : { file: sound }),
      },
      document,
      createPartContext(ctx, importArchive.id),
      { transcriptFile: { name: basename(transcript) } },
    )
  const outcome = await attempt(() => (isOnly ? withFile(store) : store(undefined)))
  return { ...outcome, ...place, reading: outcome.error === null ? toReading(describeReading(document)) : null }
}

const toReading = ({ taken, missing, leftOut, ...rest }: ReadingReport) => ({
  ...{ ...rest, taken: [...taken], missing: [...missing], leftOut: [...leftOut] },
})

/** Result of an import. A conversation that is refused doesn't stop the others. */
async function attempt(
  work: () => Promise<{ readonly uuid: string; readonly isNew: boolean; readonly reading?: ReadingReport }>,
): Promise<Outcome> {
  try {
    const { uuid, isNew, reading } = await work()
    return { ...NOTHING, uuid, isNew, reading: reading === undefined ? null : toReading(reading) }
  } catch (error) {
    if (error instanceof AppError || error instanceof TranscriptFault) return { ...NOTHING, error: error.message }
    throw error
  }
}

interface Facts {
  readonly given: ArchiveInput
  readonly entry: ReturnType<typeof toManifestInput>
}

const toFacts = (given: ArchiveInput, files: ConversationFiles): Facts => ({
  given,
  entry: toManifestInput(files.entry),
})

/** Facts of a conversation. Those of the manifest precede those of the request and of the file. */
function identify({ given, entry }: Facts, id: string, path: string | undefined, title: string | undefined) {
  const { file: _, userID, userEmail, ...shared } = given
  return {
    ...shared,
    ...(entry.userEmail === undefined ? { userID, userEmail } : {}),
    applicationName: given.applicationName ?? DEFAULT_APPLICATION,
    applicationExternalID: id,
    conversationTitle: title ?? titleOfPath(path ?? ''),
    ...entry,
  }
}

async function readText(path: string, ctx: Context): Promise<DecodedText & { readonly sha256: string }> {
  const { size } = await stat(path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal: ctx.signal })
  const sha256 = hash.digest('hex')
  const sent = await textOfFile(new UploadedFile({ path, name: basename(path), size, sha256 }), IMPORT_BYTES_MAX, ctx)
  if (sent === undefined) throw new TranscriptFault("The file isn't a text.")
  return { ...sent, sha256 }
}

function toOutput(
  conversations: readonly ImportedConversation[],
  { leftOut, manifest, faults }: FolderContent,
  { folder, leftOut: unread }: UnpackedArchive,
): z.input<typeof output> {
  const named = new Set(conversations.flatMap((one) => one.leftOut))
  const rest = leftOut
    .map((path) => ({ file: relative(folder, path), reason: 'no_conversation' as LeftOutReason }))
    .filter(({ file }) => !named.has(file))
  const count = (is: (one: ImportedConversation) => boolean) => conversations.filter(is).length
  return {
    imported: count(({ isNew }) => isNew === true),
    known: count(({ isNew }) => isNew === false),
    failed: count(({ error }) => error !== null),
    conversations: [...conversations],
    leftOut: [...unread, ...rest],
    manifest:
      manifest === undefined
        ? null
        : { file: relative(folder, manifest), faults: faults.map(({ line, message }) => ({ line, message })) },
  }
}
