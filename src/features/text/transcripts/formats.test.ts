import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { realData } from '../../../testing/real-data.ts'
import { readTranscripts } from './index.ts'

const folder = `${realData ?? ''}/formats/`

/** `[segments, first speaker, first start, last end]`, or where the file is refused. */
type Verdict =
  | [format: string, segments: number, speaker: string | undefined, start?: number | null, end?: number | null]
  | { line: number }
  | { pointer: string }

const NOBODY = ''

const table: Record<string, Verdict> = {
  'podcast/example.json': ['podcast', 5, 'Darth Vader', 0.5, 3],
  'podcast/example.srt': ['srt', 222, 'Travis', 0.179, 754.769],
  'podcast/example.vtt': ['webvtt', 7, 'Sarah', 0, 25.35],
  'teams/content.vtt': ['webvtt', 1, 'User Name', 0, 5.32],
  'teams/metadataContent.vtt': ['webvtt', 1, 'User Name', 16.246, 17.726],
  // The transcripts of fake-vcons name nobody: their lines stand without a speaker.
  'vcon-fake/117572ac-d47e-4a7f-b31c-4fff6ff966e6.vcon.json': ['vcon', 11, NOBODY, null, null],
  'vcon-fake/2dfad2a0-d53b-4bb5-a0c6-9c894303abb6.vcon.json': ['vcon', 13, NOBODY, null, null],
  'vcon-fake/6cfb2eb8-26d2-47ce-8427-0142103b7457.vcon.json': ['vcon', 11, NOBODY, null, null],
  'vcon-fake/6e5ffc15-f8b4-4e21-bfc9-2f83d05ab11e.vcon.json': ['vcon', 15, NOBODY, null, null],
  'vcon-fake/78de302e-33fc-44c0-9c02-407faff4573b.vcon.json': ['vcon', 11, 'Terry Martinez', 0, null],
  'vcon-fake/db91af1b-ca40-4573-bdce-6ee3d14c6ea5.vcon.json': ['vcon', 13, NOBODY, null, null],
  'vcon-fake/dfa14c1d-38be-4073-9c2d-289c2551dd4e.vcon.json': ['vcon', 13, NOBODY, null, null],
  'vcon-fake/f5bead3c-d84e-42e3-9488-f27b8c5b8559.vcon.json': ['vcon', 11, NOBODY, null, null],
  // Only a recording: valid, nothing to read yet.
  'vcon-ietf/ab_call_ext_rec.vcon': ['vcon', 0, undefined],
  'vcon-ietf/ab_call_ext_rec_amended.vcon': ['vcon', 1, 'Bob', 0, null],
  // Deepgram's own paragraphs, and its own number for the speaker.
  'vcon-ietf/ab_call_ext_rec_analysis.vcon': ['vcon', 4, 'Speaker 0', 1.1999999, 31.894875],
  'vcon-ietf/ab_call_ext_rec_redacted.vcon': ['vcon', 18, 'Alice', 1.2, 31.894],
  'vcon-ietf/ab_call_ext_rec_signed.vcon': ['vcon', 0, undefined],
  'vcon-ietf/ab_email_acct_prob_thread.vcon': ['vcon', 2, 'Bob', 0, 34],
  'vcon-ietf/ab_email_prob_followup_text_thread.vcon': ['vcon', 3, 'Alice', 0, 793],
  // Not a vCon but a sample for the draft's line breaks.
  'vcon-ietf/simple-vcon.vcon': { pointer: '/uuid' },
  'vcon-server/3c8b0a3d-4047-4951-a8ef-8e3a19b28234.vcon.json': ['vcon', 11, 'Agent', null, null],
  'vcon-server/4cba5c04-e92b-4839-9559-c9a8c4b89663.vcon.json': ['vcon', 10, 'Agent', null, null],
  'vcon-server/68f77313-76d0-45fe-b98c-b8a10bd49cff.vcon.json': ['vcon', 11, 'Agent', null, null],
  'vcon-server/f32bfb72-525f-49bd-8347-9f832ea87084.vcon.json': ['vcon', 11, 'Agent', null, null],
  'vexa/TranscriptionResponse.example.json': ['vexa', 1, 'spk-Anna', 1, 2.5],
  'webvtt-py/captions_with_bom.vtt': ['webvtt', 4, NOBODY, 0.5, 21.58],
  // Two of its cues are dialogues with a dash before each person.
  'webvtt-py/comments.vtt': ['webvtt', 5, NOBODY, 135, 150],
  'webvtt-py/cue_tags.vtt': ['webvtt', 3, NOBODY, 16.5, 21.5],
  'webvtt-py/empty.vtt': { line: 1 },
  'webvtt-py/invalid.vtt': { line: 1 },
  'webvtt-py/invalid_format.sbv': { line: 1 },
  'webvtt-py/invalid_format1.srt': { line: 1 },
  'webvtt-py/invalid_format2.srt': { line: 1 },
  'webvtt-py/invalid_format3.srt': { line: 2 },
  'webvtt-py/invalid_format4.srt': { line: 1 },
  'webvtt-py/invalid_timeframe.sbv': { line: 7 },
  // A comma on one side of the arrow and a point on the other.
  'webvtt-py/invalid_timeframe.srt': { line: 6 },
  'webvtt-py/invalid_timeframe.vtt': { line: 6 },
  'webvtt-py/invalid_timeframe_in_cue_text.vtt': { line: 7 },
  'webvtt-py/metadata_headers.vtt': ['webvtt', 2, NOBODY, 0.5, 11.89],
  'webvtt-py/metadata_headers_multiline.vtt': ['webvtt', 2, NOBODY, 0.5, 11.89],
  // A cue without text is a cue by the WebVTT grammar, and so for its relatives: five cues, one of which says nothing.
  'webvtt-py/missing_caption_text.sbv': ['sbv', 4, NOBODY, 0.378, null],
  'webvtt-py/missing_caption_text.srt': ['srt', 4, NOBODY, 0.5, 23.88],
  'webvtt-py/missing_caption_text.vtt': ['webvtt', 4, NOBODY, 0.5, 23.88],
  // A text without a time is speech that a reader would lose without a word.
  'webvtt-py/missing_timeframe.sbv': { line: 4 },
  'webvtt-py/missing_timeframe.srt': { line: 6 },
  'webvtt-py/missing_timeframe.vtt': { line: 6 },
  'webvtt-py/no_captions.vtt': ['webvtt', 0, undefined],
  'webvtt-py/one_caption.srt': ['srt', 1, NOBODY, 0.5, 7],
  'webvtt-py/one_caption.vtt': ['webvtt', 1, NOBODY, 0.5, 7],
  // Its last card ends before it starts, in a sample that its makers call valid: the end is unknown.
  'webvtt-py/sample.sbv': ['sbv', 5, NOBODY, 0.378, null],
  'webvtt-py/sample.srt': ['srt', 5, NOBODY, 0.5, 23.88],
  'webvtt-py/sample.vtt': ['webvtt', 16, NOBODY, 0.5, 64.3],
  'webvtt-py/styles.vtt': ['webvtt', 1, NOBODY, 0, 10],
  'webvtt-py/two_captions.sbv': ['sbv', 2, NOBODY, 0.378, 12.305],
  'webvtt-py/using_identifiers.vtt': ['webvtt', 6, NOBODY, 0.5, 27.28],
  // The third cue follows the second without a blank line, as the WebVTT parser allows.
  // The second cue and the last one repeat the one before.
  'webvtt-py/youtube_dl.vtt': ['webvtt', 3, NOBODY, 286.07, 305.069],
  'zoom/zoom-acdt-2026-06-22_084.chat.txt': ['chat-log', 39, 'marc | wolovim', 528, null],
  'zoom/zoom-acdt-2026-06-22_084.vtt': ['webvtt', 142, 'Justin Traglia', 543.93, 1534.299],
  'zoom/zoom-focil-2026-02-10_028.chat.txt': ['chat-log', 1, 'Jihoon', 569, null],
  'zoom/zoom-focil-2026-02-10_028.vtt': ['webvtt', 161, 'Katya', 335.37, 1664.95],
  'zoom/zoom-focil-2026-03-10_030.chat.txt': ['chat-log', 5, 'Justin Florentine (Besu)', 440, null],
  'zoom/zoom-focil-2026-03-10_030.vtt': ['webvtt', 201, 'Jihoon', 283.29, 1797.95],
  'zoom/zoom-pqinterop-2026-07-08_047.chat.txt': ['chat-log', 8, 'Mega | Lambda', 300, null],
  'zoom/zoom-pqinterop-2026-07-08_047.vtt': ['webvtt', 145, 'Thomas Coratger', 343.9, 1462.99],
}

const present = realData !== undefined && existsSync(folder)
const files = present
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replace(/^\//, ''))
      .sort()
  : []

describe.skipIf(!present)('transcript files as tools write them (skipped where PARLEY_DATA is absent)', () => {
  test('every file has a verdict', () => {
    expect(files).toEqual(Object.keys(table).sort())
  })

  test.each(Object.entries(table))('%s is judged by its format', (file, verdict) => {
    const [outcome, ...more] = [...readTranscripts(readFileSync(folder + file, 'utf8'), { fileName: file })]
    expect(more).toEqual([])
    if (outcome === undefined) throw new Error('no outcome')
    if (!Array.isArray(verdict)) {
      expect('fault' in outcome ? { line: outcome.fault.line, pointer: outcome.fault.pointer } : outcome).toEqual({
        line: undefined,
        pointer: undefined,
        ...verdict,
      })
      return
    }
    const [format, count, speaker, start, end] = verdict
    if ('fault' in outcome) throw outcome.fault
    const { segments } = outcome.document
    expect({
      format: outcome.document.format,
      count: segments.length,
      speaker: segments[0]?.speaker.name,
      start: segments[0]?.start,
      end: segments.at(-1)?.end,
    }).toEqual({ format, count, speaker, start, end })
  })
})
