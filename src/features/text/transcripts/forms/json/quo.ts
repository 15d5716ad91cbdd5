import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  isoAt,
  type JsonForm,
  listAt,
  numberAt,
  requiredList,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
} from '../reader.ts'

/**
 * Quo (OpenPhone) call transcript: `dialogue` of `{content, start, end, identifier, userId}` in seconds. Users of the
 * workspace have an ID (`actorId` since 2026), and callers only a phone number.
 */
export const quo: JsonForm = {
  id: 'quo',
  name: 'Quo (OpenPhone) transcript',
  recognize: (value) => hasMembers(firstEntry(listAt(value, 'dialogue')), 'content', 'start', 'end', 'identifier'),
  read(value) {
    const draft = createDraft('quo')
    const [items, list] = requiredList(value, 'dialogue')
    for (const [unit, at] of entries(items, list)) {
      const userId = idAt(unit, 'userId') ?? idAt(unit, 'actorId')
      const number = textAt(unit, 'identifier')
      draft.add(
        {
          speaker: toPerson({ id: userId ?? number, name: number, internal: userId !== undefined }),
          start: timeAt(unit, 'start', at, SECONDS),
          end: timeAt(unit, 'end', at, SECONDS),
          text: spokenAt(unit, 'content', at),
        },
        { pointer: at },
      )
    }
    return draft.finish({
      externalId: idAt(value, 'callId') ?? idAt(value, 'recordingId'),
      startedAt: isoAt(value, 'startTime'),
      durationSeconds: numberAt(value, 'duration'),
    })
  },
}
