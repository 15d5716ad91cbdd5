/**
 * What clients of the kill test sent and what they were told: for every conversation the state that must be there, and
 * beside it the state it gets if the request on its way takes effect. After a kill exactly one of the two may be found.
 */
import { readConversations } from './conversations.ts'

/** A conversation's transcript as it is sent, and what must be read back. */
export interface Source {
  readonly json: string
  readonly title: string
  /** `[speaker, text, start, end]` of each segment, as JSON. */
  readonly segments: string
  /** What the database holds of it, learned when it was first read back and found equal; the same for every copy. */
  stored?: Stored
}

export interface Stored {
  readonly bytes: number
  /** Digests of the two forms. */
  readonly segments: string
  readonly plain: string
  readonly count: number
  readonly words: number
}

export interface State {
  readonly title: string
  readonly labels: Readonly<Record<string, string>>
  readonly archived: boolean
  readonly private: boolean
  /** The source of each version of the transcript, the current one last. */
  readonly versions: readonly Source[]
}

export interface Entry {
  readonly externalId: string
  /** The JSON object that imports it. */
  readonly body: string
  readonly emails: readonly string[]
  readonly links: readonly string[]
  readonly opportunity: string | undefined
  /** What the import makes of it. */
  readonly first: State
  uuid: string | undefined
  state: State | 'absent'
  /** What the request on its way makes of it. */
  pending: State | 'absent' | undefined
  /** Read back and compared since it last changed. */
  verified: boolean
}

export class Ledger {
  readonly entries = new Map<string, Entry>()
  /** Opportunities that came with a conversation that was there once; they outlive it. */
  readonly opportunities = new Set<string>()
  acknowledgedImports = 0
  acknowledgedChanges = 0

  add(entry: Entry): Entry {
    this.entries.set(entry.externalId, entry)
    return entry
  }

  /** The answer has come: from now on nothing may undo it. */
  acknowledge(entry: Entry, uuid?: string): void {
    if (entry.pending === undefined) return
    if (uuid === undefined) this.acknowledgedChanges++
    else this.acknowledgedImports++
    this.settle(entry, entry.pending, uuid)
  }

  settle(entry: Entry, found: State | 'absent', uuid?: string): void {
    if (uuid !== undefined) entry.uuid = uuid
    if (found !== entry.state) entry.verified = false
    entry.state = found
    entry.pending = undefined
    if (found !== 'absent' && entry.opportunity !== undefined) this.opportunities.add(entry.opportunity)
  }

  present(): Entry[] {
    return [...this.entries.values()].filter((entry) => entry.state !== 'absent')
  }

  inFlight(): Entry[] {
    return [...this.entries.values()].filter((entry) => entry.pending !== undefined)
  }
}

export interface Sources {
  readonly small: readonly Source[]
  readonly large: readonly Source[]
  /** Many meetings in one, so that a write takes long enough to be met in its middle. */
  readonly huge: readonly Source[]
}

const SMALL_UP_TO = 8_000
const HUGE_OF = 12

interface Segment {
  readonly speaker?: string | null
  readonly text: string
  readonly start?: number | null
  readonly end?: number | null
}

interface Conversation {
  readonly id: string
  readonly title: string
  readonly segments: readonly Segment[]
}

/** @throws Error when the folder of real conversations is not there */
export async function readSources(): Promise<Sources> {
  const lines = await readConversations()
  const conversations = lines.map((line) => (JSON.parse(line) as { transcript: Conversation }).transcript)
  const all = conversations.map(sourceOf)
  const large = all.filter((source) => source.json.length > SMALL_UP_TO)
  const meetings = conversations.filter((conversation) => JSON.stringify(conversation).length > SMALL_UP_TO)
  const huge = [0, 1, 2].map((n) =>
    sourceOf({
      id: `huge-${n}`,
      title: `A day of meetings ${n}`,
      segments: meetings.slice(n * HUGE_OF, (n + 1) * HUGE_OF).flatMap((meeting) => meeting.segments),
    }),
  )
  return { small: all.filter((source) => source.json.length <= SMALL_UP_TO), large, huge }
}

function sourceOf(conversation: Conversation): Source {
  const segments = conversation.segments
    // An entry without a text is an empty cue, which no reader keeps.
    .filter((segment) => segment.text.trim() !== '')
    .map(({ speaker, text, start, end }) => [speaker ?? '', text, start ?? null, end ?? null])
  return { json: JSON.stringify(conversation), title: conversation.title.trim(), segments: JSON.stringify(segments) }
}
