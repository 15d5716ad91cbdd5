/** Request and response schemas of transcript versions. */
import { z } from 'zod'
import { linksSchema, metaSchema } from '../../../core/page.ts'
import { RENAMES_MAX } from './compare-transcripts.ts'

const VERSION_MAX = 1_000_000_000

const versionText = () =>
  z.string().transform((value, issues) => {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : 0
    if (number >= 1 && number <= VERSION_MAX) return number
    issues.addIssue({ code: 'custom', message: `The value must be a whole number from 1 to ${VERSION_MAX}.` })
    return z.NEVER
  })

const integerMeta = { type: 'integer', minimum: 1, maximum: VERSION_MAX } as const

export const pathVersion = () =>
  versionText().meta({
    ...integerMeta,
    noun: 'transcript version',
    description: 'Number of the version, from `GET /conversations/{id}/transcript-versions`. Example: `2`.',
  })

export const queryVersion = () => versionText().meta(integerMeta).optional()

export const currentVersion = () => z.int().min(1).max(VERSION_MAX)

export const transcriptVersion = z
  .object({
    version: z.int().describe('Number of the version, from 1. The highest number is the current version.'),
    form: z.enum(['V1', 'V2']).describe('`V2` has a time for each word.'),
    sourceFormat: z
      .string()
      .describe('Format that the transcript was imported from. `restored-2` if version 2 was restored.'),
    segments: z.int().describe('Number of segments in this version.'),
    words: z.int().describe('Number of words in this version.'),
    createdBy: z
      .string()
      .nullable()
      .describe('ID of the user who corrected the transcript. Null for imports and organization-level keys.'),
    createdAt: z.string().describe('When the version was stored, ISO 8601.'),
    restoredVersion: z
      .int()
      .nullable()
      .describe('Earlier version whose lines this version restored. Null for imports and corrections.'),
    restriction: z
      .enum(['redacted', 'rearranged', 'unavailable'])
      .nullable()
      .describe(
        "Why the version can't be restored; null if it can. `redacted`: words were removed after a later version replaced it. " +
          '`rearranged`: a merge or split moved lines since. `unavailable`: you can’t see all of its lines, so you can’t read it either.',
      ),
  })
  .meta({ id: 'TranscriptVersion' })

const comparedLine = z
  .object({
    segment: z.int().describe('Position of the line in this version, from 0.'),
    speaker: z.string().describe('Name of the speaker; empty if unknown.'),
    start: z.number().nullable().describe('Start in seconds; null if the transcript has no times.'),
  })
  .nullable()

const difference = z
  .object({
    change: z
      .enum(['changed', 'added', 'removed'])
      .describe('`changed`: both versions have the line, with other words or another speaker.'),
    before: comparedLine.describe('Line of the earlier side. Null for an added line.'),
    after: comparedLine.describe('Line of the requested version. Null for a removed line.'),
    parts: z
      .array(
        z.object({
          kind: z.enum(['same', 'removed', 'added']).describe('`removed`: only in `before`. `added`: only in `after`.'),
          text: z.string().describe('Text of the part, with its spaces.'),
        }),
      )
      .describe(
        'Words in order. The parts except `added` are the text before, and those except `removed` the text after.',
      ),
    unchangedBefore: z.int().describe('Number of equal lines between the previous difference and this one.'),
  })
  .meta({ id: 'TranscriptDifference' })
export type TranscriptDifference = z.output<typeof difference>

const summary = z
  .object({
    changed: z.int().describe('Number of lines with other words.'),
    added: z.int().describe('Number of added lines.'),
    removed: z.int().describe('Number of removed lines.'),
    renamed: z.int().describe('Number of lines with another speaker name.'),
    details: z
      .int()
      .describe('Number of lines with equal words, whose times or email address or side of the speaker differ.'),
    renames: z
      .array(
        z.object({
          from: z.string().describe('Speaker name before; empty if unknown.'),
          to: z.string().describe('Speaker name after; empty if unknown.'),
          lines: z.int().describe('Number of lines with this change of the speaker name.'),
        }),
      )
      .describe(`Changes of speaker names, those with most lines first, up to ${RENAMES_MAX}.`),
  })
  .describe('Numbers of lines that differ between the versions, on all pages.')
export type TranscriptChangeSummary = z.output<typeof summary>

const changesMeta = metaSchema
  .extend({
    against: z
      .int()
      .nullable()
      .describe('Version of the earlier side. Null if there is none before the first version.'),
    unchangedAfter: z
      .int()
      .nullable()
      .describe('Number of equal lines after the last difference. Null on all pages but the last.'),
    summary,
  })
  .describe('Position of the page, and what differs.')

const data = z.array(difference).describe('Differences of the page, in the order of the transcript.')
export const changesOutput = z.object({ data, meta: changesMeta })
export const changesAnswer = z.object({ data, links: linksSchema, meta: changesMeta })
