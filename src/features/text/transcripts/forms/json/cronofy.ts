import {
  createDraft,
  entries,
  firstEntry,
  hasMembers,
  idAt,
  type JsonForm,
  listAt,
  objectAt,
  SECONDS,
  spokenAt,
  textAt,
  timeAt,
  toPerson,
} from '../reader.ts'

/** Cronofy meeting agent: `transcript.paragraphs` of `{speaker: {identifier, name}, sentences}` in seconds. */
export const cronofy: JsonForm = {
  id: 'cronofy',
  name: 'Cronofy transcript',
  recognize(value) {
    const paragraph = firstEntry(listAt(value, 'transcript', 'paragraphs'))
    return hasMembers(paragraph, 'speaker', 'sentences') && hasMembers(objectAt(paragraph, 'speaker'), 'identifier')
  },
  read(value) {
    const draft = createDraft('cronofy')
    for (const [unit, at] of entries(listAt(value, 'transcript', 'paragraphs') ?? [], '/transcript/paragraphs')) {
      const speaker = toPerson({ id: idAt(unit, 'speaker', 'identifier'), name: textAt(unit, 'speaker', 'name') })
      for (const [sentence, place] of entries(listAt(unit, 'sentences') ?? [], `${at}/sentences`)) {
        draft.add(
          {
            speaker,
            start: timeAt(sentence, 'start', place, SECONDS),
            end: timeAt(sentence, 'end', place, SECONDS),
            text: spokenAt(sentence, 'text', place),
          },
          { pointer: place },
        )
      }
    }
    return draft.finish({ summary: textAt(value, 'transcript', 'summary') })
  },
}
