/** Facts with which a conversation of a folder is imported, and its identity. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { ManifestEntry } from '../../conversations/manifests/index.ts'
import type { TranscriptDocument } from '../../text/transcripts/index.ts'

/** Content that identifies a file. A report about it isn't part of that. */
const identity = ({ omitted: _, reading: _1, ...document }: TranscriptDocument) => document

/** ID of a conversation: its own, otherwise a digest of its content, so that a second import doesn't create duplicates. */
export const identifyDocument = (document: TranscriptDocument): string =>
  document.externalId ??
  `sha256:${createHash('sha256')
    .update(JSON.stringify(identity(document)))
    .digest('hex')}`

/** Title of a conversation by the name of its file. */
export const titleOfPath = (path: string): string =>
  basename(path)
    .replace(/(\.(vcon|vtt|srt|sbv|txt|jsonl?|ndjson|mp3|mp4|m4a|wav|webm|ogg|flac))+$/i, '')
    .slice(0, 256) || basename(path)

/** Facts of the manifest as input of an import. They precede those in the file. */
export function toManifestInput(entry: ManifestEntry | undefined) {
  if (entry === undefined) return {}
  const { links, participants } = entry
  const facts = {
    applicationExternalID: entry.id,
    conversationTitle: entry.title,
    conversationStartedAt: entry.date,
    userEmail: entry.owner,
    linkedCrmRecords: links === undefined ? undefined : [...links],
    participants: participants?.map(({ name, email }) => ({
      ...{ id: undefined, organizer: undefined, status: undefined },
      ...{ name, email },
    })),
    private: entry.isPrivate,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<typeof facts>
}
