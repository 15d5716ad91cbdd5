/** Tools for the names of speakers, and for corrections of lines. Feature `call-tools` contains the other tools that read transcripts. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { clock, table } from '../../../core/tool-text.ts'
import { text } from '../../../core/wire.ts'
import { dismissSpeakerSuggestion } from './dismiss-speaker-suggestion.ts'
import { getTranscript } from './get-transcript.ts'
import { listSpeakerSuggestions } from './list-speaker-suggestions.ts'
import { updateTranscript } from './update-transcript.ts'

const callId = idArgument('call', 'search_calls')
const ofCall = { call_id: 'id' } as const
const speakerName = (description: string) => text({ min: 1, max: 512, trim: true }).describe(description)

const listNames = defineTool(listSpeakerSuggestions, {
  name: 'list_speaker_name_suggestions',
  title: 'List suggested speaker names',
  description:
    'Returns who speakers such as `Speaker 1` of a call may be, each with a confidence and the quotes that name the ' +
    'person. English only. It changes nothing: accept a name with rename_speaker, or reject it with dismiss_speaker_name.',
  args: { call_id: callId },
  names: ofCall,
  data: {
    call_id: z.string(),
    suggestions: z.array(
      z.object({
        speaker: z.string(),
        name: z.string(),
        confidence: z.number(),
        is_participant: z.boolean(),
        quotes: z.array(
          z.object({ line: z.int(), speaker: z.string(), start: z.number().nullable(), quote: z.string() }),
        ),
      }),
    ),
  },
  present: ({ data }, { call_id }) => ({
    text:
      data.length === 0
        ? 'No names are suggested: all speakers have names, or nobody says who they are.'
        : data
            .map(
              ({ speaker, name, confidence, evidence: [first] }) =>
                `${speaker} may be ${name} (${Math.round(confidence * 100)} %)${first === undefined ? '' : `: “${first.quote}”`}`,
            )
            .join('\n'),
    data: {
      call_id,
      suggestions: data.map(({ speaker, name, confidence, is_participant, evidence }) => ({
        ...{ speaker, name, confidence, is_participant },
        quotes: evidence.map(({ segment, speaker: by, start, quote }) => ({
          line: segment,
          speaker: by,
          start,
          quote,
        })),
      })),
    },
  }),
})

const renameSpeaker = defineTool(updateTranscript, {
  name: 'rename_speaker',
  title: 'Rename a speaker',
  description:
    'Renames a speaker in all lines of a call, for example to accept a name of list_speaker_name_suggestions. Adds a ' +
    'version of the transcript, and analyzes the call again. Undo it by renaming the speaker back, unless the new name ' +
    'is that of another speaker of the call: then both become one.',
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  args: {
    call_id: callId,
    speaker: speakerName('Present name of the speaker in the transcript. Example: `Speaker 1`.'),
    name: speakerName('New name of the speaker. Example: `Dana Whitfield`.'),
  },
  input: ({ call_id, speaker, name }) => ({ id: call_id, speakers: [{ from: speaker, to: name }] }),
  data: { call_id: z.string(), changed_lines: z.int(), transcript_version: z.int() },
  present: ({ changed, transcriptVersion }, { call_id, speaker, name }) => ({
    text:
      changed === 0
        ? `No line of the call has the speaker “${speaker}”, or the name is the same. Nothing changed.`
        : `Renamed ${speaker} to ${name} in ${changed} lines. Parley analyzes the call again.`,
    data: { call_id, changed_lines: changed, transcript_version: transcriptVersion },
  }),
})

const dismissName = defineTool(dismissSpeakerSuggestion, {
  name: 'dismiss_speaker_name',
  title: 'Dismiss a speaker name',
  description:
    'Rejects a name of list_speaker_name_suggestions for a speaker, so that it is no longer suggested for this speaker ' +
    "of the call. The transcript doesn't change.",
  hints: { effect: 'changes', idempotent: true, openWorld: false },
  args: {
    call_id: callId,
    speaker: speakerName('Name of the speaker in the transcript. Example: `Speaker 1`.'),
    name: speakerName('Suggested name to reject. Example: `Dana Whitfield`.'),
  },
  names: ofCall,
  data: { call_id: z.string(), dismissed: z.boolean() },
  present: ({ dismissed }, { call_id }) => ({
    text: dismissed ? 'Dismissed the name.' : 'The name was already dismissed.',
    data: { call_id, dismissed },
  }),
})

const LINES_MAX = 100

const listLines = defineTool(getTranscript, {
  name: 'list_call_lines',
  title: 'List the lines of a call',
  description:
    'Returns the lines of a transcript with their positions and the version of the transcript, which correct_call_lines ' +
    'requires. Find a line with `containing` or `speaker`. To read a call, use get_call_details.',
  args: {
    call_id: callId,
    containing: text({ min: 1, max: 400 })
      .optional()
      .describe('Returns only lines that contain this text, ignoring case and accents. Example: `price list`.'),
    speaker: text({ max: 512 })
      .optional()
      .describe('Returns only lines of the speaker with exactly this name. Example: `Speaker 1`.'),
  },
  input: ({ call_id, containing, speaker }) => ({
    id: call_id,
    ...(containing === undefined ? {} : { q: containing, matching: 'true' }),
    ...(speaker === undefined ? {} : { speaker }),
  }),
  paged: { max: LINES_MAX },
  data: {
    call_id: z.string(),
    transcript_version: z.int().nullable(),
    segments: z.array(
      z.object({ segment: z.int(), speaker: z.string(), start: z.number().nullable(), text: z.string() }),
    ),
  },
  present: ({ data, meta }, { call_id }) => ({
    text:
      meta.transcriptVersion === null
        ? 'The call has no transcript.'
        : `Transcript version ${meta.transcriptVersion}\n\n${table(
            ['Segment', 'Time', 'Speaker', 'Text'],
            data.map(({ segment, start, speaker, text: said }) => [segment, clock(start), speaker.name, said]),
            'No line matches.',
          )}`,
    data: {
      call_id,
      transcript_version: meta.transcriptVersion,
      segments: data.map(({ segment, start, speaker, text: said }) => ({
        ...{ segment, speaker: speaker.name, start, text: said },
      })),
    },
  }),
})

const correctLines = defineTool(updateTranscript, {
  name: 'correct_call_lines',
  title: 'Correct lines of a call',
  description:
    'Corrects text and speakers of single lines, as a new version of the transcript. Other lines and all times stay. ' +
    'First call list_call_lines: its version and positions are required. Show the changes to the user before. To rename ' +
    'a speaker in all lines, use rename_speaker. Parley analyzes the call again.',
  hints: { effect: 'changes', idempotent: false, openWorld: false },
  args: {
    call_id: callId,
    transcript_version: z
      .int()
      .min(1)
      .describe('`transcript_version` from list_call_lines. An older version fails with `transcript_changed`.'),
    segments: z
      .array(
        z
          .strictObject({
            segment: z.int().min(0).describe('Position of the line, `segment` from list_call_lines.'),
            text: z.string().optional().describe('New text. An empty text deletes the line. Example: `We agreed.`.'),
            speaker: z.string().optional().describe('New name of the speaker. Example: `Dana Whitfield`.'),
          })
          .describe('Change of one line. Omitted fields keep their values.'),
      )
      .min(1)
      .max(LINES_MAX)
      .describe(`Lines to change, 1 to ${LINES_MAX}, each at most once.`),
  },
  names: { call_id: 'id', transcript_version: 'transcriptVersion' },
  data: { call_id: z.string(), changed_lines: z.int(), transcript_version: z.int() },
  present: ({ changed, transcriptVersion }, { call_id }) => ({
    text:
      changed === 0
        ? 'The lines have these texts and speakers already. Nothing changed.'
        : `Corrected ${changed} lines: transcript version ${transcriptVersion}. Parley analyzes the call again.`,
    data: { call_id, changed_lines: changed, transcript_version: transcriptVersion },
  }),
})

export const tools: readonly Tool[] = [listNames, renameSpeaker, dismissName, listLines, correctLines]
