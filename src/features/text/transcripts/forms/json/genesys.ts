import {
  createDraft,
  type Draft,
  entries,
  epochAt,
  firstEntry,
  hasMembers,
  idAt,
  isEpoch,
  type JsonForm,
  type JsonObject,
  listAt,
  MILLISECONDS,
  numberAt,
  objectAt,
  secondsSince,
  textAt,
  timeAt,
  toIso,
  toLanguage,
  toRole,
} from '../reader.ts'

/** Genesys Cloud: phrases with milliseconds since 1970 and a length in milliseconds. The side is in each phrase. */
export const genesys: JsonForm = {
  id: 'genesys',
  name: 'Genesys Cloud transcript',
  recognize: (value) =>
    hasMembers(firstEntry(listAt(firstEntry(listAt(value, 'transcripts')), 'phrases')), 'text', 'startTimeMs'),
  read(value) {
    const draft = createDraft('genesys')
    const started = numberAt(value, 'conversationStartTime')
    const transcripts = [...entries(listAt(value, 'transcripts') ?? [], '/transcripts')]
    const first = numberAt(firstEntry(listAt(transcripts[0]?.[0], 'phrases')), 'startTimeMs')
    const zero = isEpoch(started, MILLISECONDS) ? started : first
    let language: string | undefined
    for (const [transcript, at] of transcripts) {
      language ??= toLanguage(textAt(transcript, 'language'))
      for (const [phrase, place] of entries(listAt(transcript, 'phrases') ?? [], `${at}/phrases`))
        addPhrase(draft, phrase, zero, place)
    }
    return draft.finish(
      { externalId: idAt(value, 'conversationId'), startedAt: toIso(zero), language },
      { sorted: true },
    )
  },
}

function addPhrase(draft: Draft, phrase: JsonObject, zero: number | undefined, at: string): void {
  const start = secondsSince(zero, epochAt(phrase, 'startTimeMs', at, MILLISECONDS), `${at}/startTimeMs`)
  const duration = objectAt(phrase, 'duration')
  const length = duration === undefined ? null : timeAt(duration, 'milliseconds', `${at}/duration`, MILLISECONDS)
  const text = textAt(phrase, 'decoratedText') ?? textAt(phrase, 'text') ?? ''
  const end = start === null || length === null ? null : Math.round((start + length) * 1000) / 1000
  const role = textAt(phrase, 'participantPurpose')
  const speaker = role === 'internal' ? toRole('agent') : role === 'external' ? toRole('customer') : toRole(role)
  draft.add({ speaker, start, end, text }, { pointer: at })
}
