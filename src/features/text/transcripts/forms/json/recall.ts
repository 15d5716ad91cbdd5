import { TranscriptFault } from '../../model.ts'
import {
  addTokens,
  asArray,
  createDraft,
  type Draft,
  entries,
  firstEntry,
  flagAt,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  objectAt,
  SECONDS,
  SEVERAL_CALLS,
  spokenAt,
  type Token,
  textAt,
  timeAt,
  toPerson,
} from '../reader.ts'

/** Recall.ai: turns of a participant with words, in seconds from the start of the recording. */
export const recall: JsonForm = {
  id: 'recall',
  name: 'Recall.ai transcript',
  recognize: (value) => Array.isArray(value) && isTurn(firstEntry(value)),
  read(value) {
    const draft = createDraft('recall')
    const items = Array.isArray(value) ? value : []
    for (const [turn, at] of entries(items, '')) addTurn(draft, turn, at)
    return draft.finish({ startedAt: readStart(firstEntry(items)), parties: readParties(items) })
  },
}

/**
 * Real-time events of Recall.ai, each with one turn. Partial events repeat a turn until it is final, so they don't count.
 * Events can come twice, and in any order.
 */
export const recallEvent: JsonForm = {
  id: 'recall-event',
  name: 'Recall.ai real-time events',
  recognize: (value) =>
    Array.isArray(value) ? isEvent(value[0]) && value.some(isTranscriptEvent) : isTranscriptEvent(value),
  isPart: isEvent,
  read(value) {
    const draft = createDraft('recall-event')
    const events = Array.isArray(value) ? value : [value]
    const seen = new Set<string>()
    const turns: JsonObject[] = []
    const ids = new Set<string>()
    for (const [index, event] of events.entries()) {
      const at = Array.isArray(value) ? `/${index}` : ''
      const turn = objectAt(event, 'data', 'data')
      if (!isTranscriptEvent(event) || turn === undefined) {
        draft.omit('events that are not transcript')
        continue
      }
      if (textAt(event, 'event') !== 'transcript.data') {
        draft.omit('partial results')
        continue
      }
      const id = idAt(event, 'data', 'transcript', 'id') ?? idAt(event, 'data', 'recording', 'id')
      if (id !== undefined && ids.add(id).size > 1) throw new TranscriptFault(SEVERAL_CALLS, { pointer: at })
      const key = JSON.stringify(turn)
      if (seen.has(key)) draft.omit('repeated events')
      else {
        seen.add(key)
        turns.push(turn)
        addTurn(draft, turn, `${at}/data/data`)
      }
    }
    if (turns.length === 0) {
      throw new TranscriptFault('A partial event repeats a turn that is not final. Send final events only.', {
        pointer: Array.isArray(value) ? '' : '/event',
      })
    }
    const [externalId] = ids
    return draft.finish({ startedAt: readStart(turns[0]), externalId, parties: readParties(turns) }, { sorted: true })
  },
}

function isEvent(value: unknown): boolean {
  const event = textAt(value, 'event') ?? ''
  return /^(?:transcript|participant_events|bot|recording)\./.test(event) && objectAt(value, 'data') !== undefined
}

function isTranscriptEvent(value: unknown): boolean {
  return /^transcript\./.test(textAt(value, 'event') ?? '') && isTurn(objectAt(value, 'data', 'data'))
}

function isTurn(turn: JsonObject | undefined): boolean {
  return (
    objectAt(turn, 'participant') !== undefined &&
    hasMembers(firstEntry(listAt(turn, 'words')), 'text', 'start_timestamp')
  )
}

function addTurn(draft: Draft, turn: JsonObject, at: string): void {
  const person = objectAt(turn, 'participant')
  const speaker = toPerson({ id: idAt(person, 'id'), name: textAt(person, 'name'), email: textAt(person, 'email') })
  const tokens: Token[] = []
  for (const [word, place] of entries(asArray(listAt(turn, 'words'), `${at}/words`), `${at}/words`)) {
    const time = (key: string) => {
      const stamp = objectAt(word, key)
      return stamp === undefined ? null : timeAt(stamp, 'relative', `${place}/${key}`, SECONDS)
    }
    tokens.push({
      text: spokenAt(word, 'text', place),
      start: time('start_timestamp'),
      end: time('end_timestamp'),
      speaker,
    })
  }
  addTokens(draft, tokens, at)
}

/** Start of the recording: an absolute time minus the relative time of the same word. */
function readStart(turn: JsonObject | undefined): string | undefined {
  const stamp = objectAt(firstEntry(listAt(turn, 'words')), 'start_timestamp')
  const absolute = isoAt(stamp, 'absolute')
  const relative = stamp === undefined ? null : timeAt(stamp, 'relative', '/0/words/0/start_timestamp', SECONDS)
  return absolute === undefined || relative === null
    ? undefined
    : new Date(Date.parse(absolute) - relative * 1000).toISOString()
}

function readParties(items: readonly unknown[]) {
  const parties = new Map<string, { name: string; email?: string; organizer?: boolean }>()
  for (const item of items) {
    const person = objectAt(item, 'participant')
    const name = textAt(person, 'name')
    const email = textAt(person, 'email')
    if (name === undefined) continue
    const isHost = flagAt(person, 'is_host') === true
    parties.set(idAt(person, 'id') ?? name, {
      name,
      ...(email ? { email } : {}),
      ...(isHost ? { organizer: true } : {}),
    })
  }
  return [...parties.values()]
}
