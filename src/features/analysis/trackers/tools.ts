/** Tools of trackers. */
import { z } from 'zod'
import type { RawJson } from '../../../core/json.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, lines, table } from '../../../core/tool-text.ts'
import { TRACKER_COLORS } from './colors.ts'
import { createTracker } from './create-tracker.ts'
import { listTrackerHits } from './list-tracker-hits.ts'
import { listTrackers } from './list-trackers.ts'
import { type Tracker, trackerFields, type trackerHits } from './schema.ts'
import { updateTracker } from './update-tracker.ts'

const DESCRIPTION_SHOWN = 200
/** Phrases and quotes shown of one tracker or call. */
const PHRASES_SHOWN = 20
const QUOTES_SHOWN = 3
const QUOTE_MAX = 300

type Hit = z.output<typeof trackerHits>[number]

const { name, phrases, ...optional } = trackerFields
const { description, stemmed, caseSensitive, speakers, enabled, color } = optional
const fields = {
  description: description.describe(
    'Purpose of the tracker, up to 2,000 characters. Example: `Mentions of competitors`.',
  ),
  stemmed: stemmed.describe('Whether other word forms match: price also matches pricing. Defaults to true.'),
  case_sensitive: caseSensitive.describe('Whether case must match. Defaults to false.'),
  speakers: speakers.describe('Speakers whose words are searched. Defaults to all.'),
  enabled: enabled.describe('Whether the tracker is used in new analyses. Defaults to true.'),
  color: color.describe('Color of its markers in the app. Defaults to the one that the fewest trackers have.'),
}
const changed = { id: z.string(), name: z.string(), color: z.enum(TRACKER_COLORS), phrase_count: z.int() }
const presentChange = (words: string) => (one: Tracker) => ({
  text: `${words}\n${lines({ Tracker: one.name, Id: one.uuid, Phrases: one.phrases.length, Color: one.color })}`,
  data: { id: one.uuid, name: one.name, color: one.color, phrase_count: one.phrases.length },
})

const parseHits = ({ text }: RawJson): Hit[] => JSON.parse(text) as Hit[]

export const tools: readonly Tool[] = [
  defineTool(listTrackers, {
    name: 'list_trackers',
    title: 'List trackers',
    description:
      'Lists the trackers of the organization: words and phrases, such as names of competitors, that Parley detects in ' +
      `calls. Shows ${PHRASES_SHOWN} phrases each. Use list_tracker_hits for the calls in which one occurs.`,
    args: {},
    paged: { max: 100 },
    data: { trackers: z.array(z.looseObject({ id: z.string(), name: z.string(), phrases: z.array(z.string()) })) },
    present: ({ data }) => {
      const trackers = data.map(({ uuid, name, description, phrases, speakers, enabled, color }) => ({
        ...{ id: uuid, name, description: excerpt(description, DESCRIPTION_SHOWN) },
        ...{ phrases: phrases.slice(0, PHRASES_SHOWN), phrase_count: phrases.length, speakers, enabled },
        color,
      }))
      return {
        text: table(
          ['Tracker', 'Phrases', 'Speakers', 'Enabled', 'Color', 'Id'],
          trackers.map((one) => [
            one.name,
            one.phrases.join('; '),
            one.speakers,
            one.enabled ? 'yes' : 'no',
            one.color,
            one.id,
          ]),
        ),
        data: { trackers },
      }
    },
  }),
  defineTool(listTrackerHits, {
    name: 'list_tracker_hits',
    title: 'List hits of a tracker',
    description:
      'Returns the calls in which a tracker occurs, newest first, with the number of hits and the first ' +
      `${QUOTES_SHOWN} verbatim quotes. Covers calls that the user can access. Archived calls are omitted.`,
    args: { tracker_id: idArgument('tracker', 'list_trackers') },
    names: { tracker_id: 'id' },
    paged: { max: 50 },
    data: {
      calls: z.array(
        z.looseObject({ call_id: z.string(), title: z.string(), count: z.int(), quotes: z.array(z.looseObject({})) }),
      ),
    },
    present: ({ data }) => {
      const calls = data.map(({ conversationUUID, title, startedAt, count, hits }) => ({
        ...{ call_id: conversationUUID, title, started_at: startedAt, count },
        quotes: parseHits(hits)
          .slice(0, QUOTES_SHOWN)
          .map(({ quote, speaker, start }) => ({ quote: excerpt(quote, QUOTE_MAX), speaker, start })),
      }))
      return {
        text: table(
          ['Call', 'Started', 'Hits', 'Quotes', 'Call ID'],
          calls.map((one) => [
            ...[one.title, one.started_at, one.count],
            one.quotes.map(({ speaker, quote }) => (speaker === '' ? quote : `${speaker}: ${quote}`)).join(' · '),
            one.call_id,
          ]),
        ),
        data: { calls },
      }
    },
  }),
  defineTool(createTracker, {
    name: 'create_tracker',
    title: 'Create a tracker',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description:
      'Creates a tracker, which detects words and phrases in the calls of all teams. Earlier calls are searched in the ' +
      'background. Call list_trackers first: names are unique, ignoring case.',
    args: {
      name: name.describe('Name of the tracker, 1 to 128 characters. Example: `Competitors`.'),
      phrases: phrases.describe('Words or phrases to detect, 1 to 100. Example: `["price list"]`.'),
      ...fields,
    },
    names: { case_sensitive: 'caseSensitive' },
    data: changed,
    present: presentChange('Created the tracker.'),
  }),
  defineTool(updateTracker, {
    name: 'update_tracker',
    title: 'Update a tracker',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Updates a tracker. Omitted arguments keep their values, and phrases replaces all phrases. Calls are searched again ' +
      'in the background, unless only the color changes.',
    args: {
      tracker_id: idArgument('tracker', 'list_trackers'),
      name: name.optional().describe('New name, 1 to 128 characters. Example: `Competitors`.'),
      phrases: phrases.optional().describe('All words or phrases to detect, 1 to 100.'),
      ...fields,
    },
    names: { tracker_id: 'id', case_sensitive: 'caseSensitive' },
    data: changed,
    present: presentChange('Updated the tracker.'),
  }),
]
