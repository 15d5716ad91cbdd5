import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  instantAt,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  objectAt,
  secondsSince,
  spokenAt,
  textAt,
  toIso,
  toLanguage,
  toPerson,
  toSpeakerTable,
} from '../reader.ts'

/** Entries of the Google Meet API with dates. Participants have resource names, and names only in their own list. */
export const meetEntries: JsonForm = {
  id: 'meet-entries',
  name: 'Google Meet transcript entries',
  recognize: (value) => hasMembers(firstEntry(findEntries(value).items), 'participant', 'text', 'startTime'),
  read(value) {
    const draft = createDraft('meet-entries')
    const { items, at: list } = findEntries(value)
    const people = toSpeakerTable(listAt(value, 'participants'), ['name'], (person) => ({ name: readName(person) }))
    const transcript = firstEntry(listAt(value, 'transcripts'))
    let zero = instantAt(transcript, 'startTime', '/transcripts/0')
    let language: string | undefined
    for (const [unit, at] of entries(items, list)) {
      const start = instantAt(unit, 'startTime', at)
      zero ??= start
      language ??= toLanguage(member(unit, 'languageCode'))
      const id = textAt(unit, 'participant')
      draft.add(
        {
          speaker: (id === undefined ? undefined : people.get(id)) ?? toPerson({ id, name: id?.split('/').at(-1) }),
          start: secondsSince(zero, start, `${at}/startTime`),
          end: secondsSince(zero, instantAt(unit, 'endTime', at), `${at}/endTime`),
          text: spokenAt(unit, 'text', at),
        },
        { pointer: at },
      )
    }
    return draft.finish({
      startedAt: toIso(zero),
      language,
      parties: [...people.values()].map(({ name }) => ({ name })),
    })
  },
}

function readName(person: JsonObject): string | undefined {
  for (const kind of ['signedinUser', 'signedInUser', 'anonymousUser', 'phoneUser']) {
    const name = textAt(objectAt(person, kind), 'displayName')
    if (name !== undefined) return name
  }
  return undefined
}

function findEntries(value: unknown): { items: unknown[]; at: string } {
  if (Array.isArray(value)) return { items: value, at: '' }
  for (const key of ['transcriptEntries', 'entries']) {
    const items = listAt(value, key)
    if (items !== undefined) return { items, at: `/${key}` }
  }
  return { items: [], at: '' }
}
