/** Tools of trackers. */
import { z } from 'zod'
import type { RawJson } from '../../../core/json.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, table } from '../../../core/tool-text.ts'
import { listTrackerHits } from './list-tracker-hits.ts'
import { listTrackers } from './list-trackers.ts'
import type { trackerHits } from './schema.ts'

const DESCRIPTION_SHOWN = 200
/** Phrases and quotes shown of one tracker or call. */
const PHRASES_SHOWN = 20
const QUOTES_SHOWN = 3
const QUOTE_MAX = 300

type Hit = z.output<typeof trackerHits>[number]

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
      const trackers = data.map(({ uuid, name, description, phrases, speakers, enabled }) => ({
        ...{ id: uuid, name, description: excerpt(description, DESCRIPTION_SHOWN) },
        ...{ phrases: phrases.slice(0, PHRASES_SHOWN), phrase_count: phrases.length, speakers, enabled },
      }))
      return {
        text: table(
          ['Tracker', 'Phrases', 'Speakers', 'Enabled', 'Id'],
          trackers.map((one) => [one.name, one.phrases.join('; '), one.speakers, one.enabled ? 'yes' : 'no', one.id]),
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
]
