/**
 * A folder of exported files, for products without an interface. Conversations are identified by their content, so a
 * renamed file doesn't come again.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  parseStartInFileName,
  type ReadOutcome,
  type TranscriptDocument,
  TranscriptFault,
} from '../../../text/transcripts/index.ts'
import { type ConversationFiles, readConversations, readFolder } from '../../conversation-folders/index.ts'
import type { CallPage, ListedCall, Vendor, VendorCall, VendorSession } from '../vendor.ts'

const PAGE = 50

export const FOLDER_UNAVAILABLE: readonly string[] = [
  'Comments, clips, trackers and scorecards, which exports of files do not contain',
  'Owners and participants that neither the files nor a manifest name',
]

/** @param path folder, or a single file @param manifest path of the manifest, if it isn't in the folder */
export function openFolderVendor(path: string, manifest: string | undefined): Vendor {
  return {
    id: 'folder',
    title: 'the folder',
    credentials: [],
    quota: { perSecond: 1_000 },
    unavailable: FOLDER_UNAVAILABLE,
    open: ({ window }) => openSession(path, manifest, window),
  }
}

interface FolderCall {
  readonly files: ConversationFiles | undefined
  readonly fault: string | undefined
}

function openSession(
  path: string,
  manifest: string | undefined,
  { since, until }: { since: Date | undefined; until: Date | undefined },
): VendorSession {
  const content = readFolder(path, manifest)
  content.catch(() => {})
  return {
    async list(position): Promise<CallPage> {
      const { conversations, faults } = await content
      const from = position === undefined ? 0 : Number(position)
      const calls: ListedCall[] = []
      for (const files of conversations.slice(from, from + PAGE)) calls.push(await toListedCall(files))
      const rejected = from === 0 ? faults.map(({ line, message }) => toRejected(line, message)) : []
      const isWithin = ({ startedAt: at }: ListedCall) =>
        at === undefined || ((since === undefined || at >= since) && (until === undefined || at < until))
      return {
        calls: [...rejected, ...calls.filter(isWithin)],
        next: from + PAGE < conversations.length ? String(from + PAGE) : undefined,
      }
    },
    async *load(calls) {
      for (const call of calls) yield await loadCall(call)
    },
  }
}

const toRejected = (line: number, message: string): ListedCall => ({
  ...{ externalId: `manifest:${line}`, title: undefined, startedAt: undefined, durationSeconds: undefined },
  ...{ ownerEmail: undefined, source: { files: undefined, fault: `line ${line} of the manifest: ${message}` } },
})

async function toListedCall(files: ConversationFiles): Promise<ListedCall> {
  const { entry, transcript, recording } = files
  const named = parseStartInFileName(basename(transcript ?? recording ?? ''))
  return {
    externalId: entry?.id ?? `sha256:${await digestFile(transcript ?? recording ?? '')}`,
    title: entry?.title,
    startedAt: entry?.date ?? (named === undefined ? undefined : new Date(named)),
    durationSeconds: undefined,
    ownerEmail: entry?.owner,
    source: { files, fault: undefined } satisfies FolderCall,
  }
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function loadCall(call: ListedCall): Promise<VendorCall> {
  const { files, fault } = call.source as FolderCall
  const none = { ...call, transcript: undefined }
  if (files === undefined) return { ...none, fault: { reason: 'manifest', detail: fault ?? '' } }
  const { entry, transcript, recording } = files
  try {
    const name = basename(transcript ?? recording ?? '')
    return {
      ...call,
      transcript: undefined,
      document: await readDocument(files),
      fileName: name,
      // The start in the content of the file has priority over the one in its name.
      startedAt: entry?.date,
      title: call.title,
      isPrivate: entry?.isPrivate,
      participants: entry?.participants ?? [],
      crmLinks: entry?.links ?? [],
      opportunityId: entry?.links?.find(({ code }) => code === 'opportunity' || code === 'deals')?.id,
      facts: { file: name },
      recording: recording === undefined ? undefined : { fileName: basename(recording), source: { path: recording } },
    }
  } catch (error) {
    if (error instanceof TranscriptFault) return { ...none, fault: { reason: 'transcript', detail: error.message } }
    throw error
  }
}

/** Transcript of a conversation. Undefined if it has only a recording. @throws TranscriptFault */
async function readDocument(files: ConversationFiles): Promise<TranscriptDocument | undefined> {
  const outcomes: ReadOutcome[] = []
  for await (const outcome of readConversations(files)) outcomes.push(outcome)
  const [only, other] = outcomes
  if (other !== undefined) {
    throw new TranscriptFault('The file contains several calls. Import it with `parley import`, or split it.')
  }
  if (only !== undefined && 'fault' in only) throw only.fault
  return only?.document
}
