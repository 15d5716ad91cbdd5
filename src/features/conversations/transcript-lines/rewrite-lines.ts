/** Corrects lines of a transcript, and converts it to the texts that are stored. A worker thread does it for large ones. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import type { RedactionRules } from '../../text/redaction/index.ts'
import { isShortInput, loadSegments, type SegmentsInput, type Speaker } from '../../text/transcripts/index.ts'
import { prepareSegments, type RewrittenText, recognizeSpeakers } from '../records/index.ts'
import { applyLineChanges, type LineChange, type Rename } from './correct.ts'
import type { KnownPerson } from './queries.ts'

export interface LineCorrections {
  readonly lines: readonly LineChange[]
  readonly speakers: readonly Rename[]
  /** Participants, whose email addresses speakers with the same names get. */
  readonly people: readonly KnownPerson[]
  /** Domains of the organization, and addresses of its users. */
  readonly ownAddresses: readonly string[]
}

/** @param rules redaction before storage. Undefined if it's off @returns undefined if nothing changes */
export function rewriteLines(
  input: SegmentsInput,
  form: 'V1' | 'V2',
  { lines, speakers, people, ownAddresses }: LineCorrections,
  rules: RedactionRules | undefined,
): RewrittenText | undefined {
  const { segments, changed } = applyLineChanges({ form, segments: loadSegments(input) }, lines, speakers, (name) =>
    findPersonByName(name, people, ownAddresses),
  )
  return changed === 0 ? undefined : { changed, ...prepareSegments(segments, form, rules) }
}

export const rewriteLinesTask = defineWorkerTask(import.meta.url, rewriteLines, (input) => isShortInput(input))

/** Participant with exactly this name; undefined if none or several have it. */
function findPersonByName(
  name: string,
  people: readonly KnownPerson[],
  ownAddresses: readonly string[],
): Speaker | undefined {
  const [recognized] = recognizeSpeakers<{ speaker: Speaker }>([{ speaker: { name } }], people, ownAddresses)
  return recognized?.speaker.email === undefined ? undefined : recognized.speaker
}
