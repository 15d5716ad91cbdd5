import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  idAt,
  isObject,
  isoAt,
  type JsonForm,
  type JsonObject,
  type JsonPart,
  listAt,
  MILLISECONDS,
  member,
  numberAt,
  objectAt,
  roleSide,
  SEVERAL_CALLS,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toParties,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/**
 * Gong: monologues whose sentences are in milliseconds. Speakers have IDs; the names are in the `parties` of the call,
 * if the file contains both.
 */
export const gong: JsonForm = {
  id: 'gong',
  name: 'Gong transcript',
  recognize: (value) =>
    Array.isArray(listAt(value, 'callTranscripts')) || isMonologue(firstEntry(findMonologues(value).items)),
  split(value) {
    const calls = listAt(value, 'callTranscripts') ?? []
    const details = listAt(value, 'calls') ?? []
    return calls.length < 2
      ? undefined
      : calls.map((call, index): JsonPart => {
          // Only the details of the same call, because the names of its speakers are there.
          const id = idAt(objectAt({ call }, 'call'), 'callId')
          const own = details.filter((each) => id !== undefined && idAt(each, 'metaData', 'id') === id)
          return { value: { callTranscripts: [call], calls: own }, pointer: `/callTranscripts/${index}` }
        })
  },
  read(value) {
    const { items, at: list, call } = findMonologues(value)
    const details = findDetails(value, idAt(call, 'callId'))
    const people = toSpeakerTable(listAt(details, 'parties'), ['speakerId'], (person) => ({
      name: textAt(person, 'name'),
      email: textAt(person, 'emailAddress'),
      internal: roleSide(textAt(person, 'affiliation')),
    }))
    const draft = createDraft('gong')
    for (const [monologue, at] of entries(items, list)) {
      const id = idAt(monologue, 'speakerId')
      const speaker = people.get(id ?? '') ?? toPerson({ id, name: textAt(monologue, 'speakerName') })
      const sentences = listAt(monologue, 'sentences')
      if (sentences === undefined)
        throw new TranscriptFault('The value must be an array.', { pointer: `${at}/sentences` })
      for (const [unit, place] of entries(sentences, `${at}/sentences`)) {
        const [start, end] = [timeAt(unit, 'start', place, MILLISECONDS), timeAt(unit, 'end', place, MILLISECONDS)]
        draft.add({ speaker, start, end, text: spokenAt(unit, 'text', place) }, { pointer: place })
      }
    }
    const meta = objectAt(details, 'metaData')
    return draft.finish({
      externalId: idAt(call, 'callId') ?? idAt(meta, 'id') ?? idAt(call, 'id'),
      title: textAt(meta, 'title') ?? textAt(call, 'title'),
      startedAt: isoAt(meta, 'started') ?? isoAt(call, 'date'),
      durationSeconds: numberAt(meta, 'duration') ?? numberAt(call, 'duration'),
      language: toLanguage(meta === undefined ? undefined : member(meta, 'language')),
      parties: toParties(listAt(details, 'parties')),
    })
  },
}

/** Whether an entry has sentences of one speaker. Other products have sentences too. */
function isMonologue(entry: JsonObject): boolean {
  return listAt(entry, 'sentences') !== undefined && hasAny(entry, 'speakerId', 'speakerName', 'topic')
}

function findMonologues(value: unknown): { items: unknown[]; at: string; call: JsonObject | undefined } {
  if (Array.isArray(value)) return { items: value, at: '', call: undefined }
  const calls = listAt(value, 'callTranscripts')
  if (calls !== undefined) {
    if (calls.length > 1) throw new TranscriptFault(SEVERAL_CALLS, { pointer: '/callTranscripts' })
    const call = objectAt({ call: calls[0] }, 'call')
    return { items: listAt(call, 'transcript') ?? [], at: '/callTranscripts/0/transcript', call }
  }
  const call = isObject(value) ? value : undefined
  for (const key of ['monologues', 'transcript']) {
    const items = listAt(value, key)
    if (
      items !== undefined &&
      (key === 'monologues' ? !hasAny(firstEntry(items), 'elements') : hasAny(firstEntry(items), 'sentences'))
    ) {
      return { items, at: `/${key}`, call }
    }
  }
  return { items: [], at: '', call: undefined }
}

/** Details of the call: `metaData` and `parties` next to the transcript, or in a list of calls. */
function findDetails(value: unknown, id: string | undefined): JsonObject | undefined {
  const calls = listAt(value, 'calls') ?? []
  const found = calls.find((each) => idAt(each, 'metaData', 'id') === id) ?? (calls.length === 1 ? calls[0] : undefined)
  return objectAt({ found }, 'found') ?? objectAt(value, 'callData') ?? (isObject(value) ? value : undefined)
}
