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

/** Real-time event of Recall.ai with one turn. Partial events repeat it until it is final, so they aren't accepted. */
export const recallEvent: JsonForm = {
  id: 'recall-event',
  name: 'Recall.ai real-time event',
  recognize: (value) => /^transcript\./.test(textAt(value, 'event') ?? '') && isTurn(objectAt(value, 'data', 'data')),
  read(value) {
    if (textAt(value, 'event') !== 'transcript.data') {
      throw new TranscriptFault('A partial event repeats a turn that is not final. Send final events only.', {
        pointer: '/event',
      })
    }
    const draft = createDraft('recall-event')
    const turn = objectAt(value, 'data', 'data') ?? {}
    addTurn(draft, turn, '/data/data')
    return draft.finish({ startedAt: readStart(turn), externalId: idAt(value, 'data', 'transcript', 'id') })
  },
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
function readStart(turn: JsonObject): string | undefined {
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
