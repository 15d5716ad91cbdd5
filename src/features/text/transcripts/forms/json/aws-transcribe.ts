import type { Speaker } from '../../model.ts'
import {
  addTokens,
  createDraft,
  decimalAt,
  entries,
  firstEntry,
  hasAny,
  idAt,
  isObject,
  type JsonForm,
  listAt,
  member,
  NOBODY,
  objectAt,
  type Token,
  textAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * Amazon Transcribe: `results.items` with times as strings of seconds. Speakers come from the items of
 * `speaker_labels`, or from `channel_labels`. Punctuation has no times.
 */
export const awsTranscribe: JsonForm = {
  id: 'aws-transcribe',
  name: 'Amazon Transcribe',
  recognize: (value) =>
    hasAny(firstEntry(listAt(value, 'results', 'items')), 'alternatives') &&
    listAt(value, 'results', 'transcripts') !== undefined,
  read(value) {
    const draft = createDraft('aws-transcribe')
    const channels = listAt(value, 'results', 'channel_labels', 'channels')
    if (channels === undefined) {
      addTokens(
        draft,
        readItems(value, listAt(value, 'results', 'items') ?? [], '/results/items', NOBODY),
        '/results/items',
      )
    } else {
      for (const [channel, at] of entries(channels, '/results/channel_labels/channels')) {
        const label = textAt(channel, 'channel_label') ?? ''
        const speaker = { id: label, name: `Channel ${Number(label.replace(/\D/g, '')) + 1}` }
        addTokens(draft, readItems(undefined, listAt(channel, 'items') ?? [], `${at}/items`, speaker), at)
      }
    }
    const language = toLanguage(objectAt(value, 'results')?.language_code)
    return draft.finish({ externalId: idAt(value, 'jobName'), language }, { sorted: channels !== undefined })
  },
}

function readItems(value: unknown, items: readonly unknown[], list: string, speaker: Speaker): Token[] {
  const labels = new Map<string, unknown>()
  for (const segment of listAt(value, 'results', 'speaker_labels', 'segments') ?? []) {
    for (const item of listAt(segment, 'items') ?? []) {
      if (isObject(item))
        labels.set(`${member(item, 'start_time')} ${member(item, 'end_time')}`, member(item, 'speaker_label'))
    }
  }
  let voice = speaker
  return [...entries(items, list)].map(([item, at]) => {
    const attached = textAt(item, 'type') === 'punctuation'
    const label =
      member(item, 'speaker_label') ?? labels.get(`${member(item, 'start_time')} ${member(item, 'end_time')}`)
    if (!attached && label !== undefined) voice = toVoice(label)
    return {
      text: textAt(firstEntry(listAt(item, 'alternatives')), 'content') ?? '',
      start: decimalAt(item, 'start_time', at),
      end: decimalAt(item, 'end_time', at),
      speaker: voice,
      attached,
    }
  })
}
