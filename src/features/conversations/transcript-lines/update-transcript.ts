import { z } from 'zod'
import { conflict, invalid } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { pathId, text } from '../../../core/wire.ts'
import { ownAddressesOf } from '../../accounts/identity/index.ts'
import { rulesBeforeStorage } from '../../text/redaction/index.ts'
import { type CurrentTranscript, requireChangeable, rewriteTranscript, storeCorrection } from '../records/index.ts'
import { selectPeople } from './queries.ts'
import { rewriteLinesTask } from './rewrite-lines.ts'
import { segmentNumber } from './schema.ts'

const speakerName = () => text({ max: 512, trim: true })

const input = z
  .object({
    id: pathId('conversation'),
    transcriptVersion: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe(
        'Version to correct, from `GET /conversations/{id}/transcript`; it must be the current one. Required with `segments`. Example: `2`.',
      ),
    segments: z
      .array(
        z.object({
          segment: segmentNumber().describe('Position of the segment in the transcript, from 0. Example: `12`.'),
          text: text({ max: 1_000_000 })
            .optional()
            .describe('New text. A blank text deletes the line. Omit it to keep the text.'),
          speaker: speakerName()
            .optional()
            .describe('New name of the speaker; empty if unknown. Omit it to keep the speaker.'),
        }),
      )
      .max(500)
      .default([])
      .describe('Lines to change, each at most once.'),
    speakers: z
      .array(
        z.object({
          from: speakerName().describe('Current name of the speaker. Example: `Speaker 1`.'),
          to: speakerName().describe('New name of the speaker. Example: `Anna Kern`.'),
        }),
      )
      .max(100)
      .default([])
      .describe(
        'Speakers to rename in the whole transcript, up to 100. Example: `[{"from": "Speaker 1", "to": "Anna Kern"}]`.',
      ),
  })
  .refine(({ segments, transcriptVersion }) => segments.length === 0 || transcriptVersion !== undefined, {
    path: ['transcriptVersion'],
    message:
      'The value is required with `segments`, because positions belong to one version. Read the transcript to get it.',
  })
  .refine(({ segments }) => new Set(segments.map(({ segment }) => segment)).size === segments.length, {
    path: ['segments'],
    message: 'A segment occurs twice in `segments`. Send each segment at most once.',
  })
type Input = z.output<typeof input>

export const updateTranscript = defineOperation({
  id: 'updateTranscript',
  summary: 'Update lines of a transcript',
  description:
    'Corrects text and speakers of lines, and stores the result as a new version. All other lines and times stay. The ' +
    'conversation is analyzed again. Returns 409 `transcript_changed` if `transcriptVersion` is not the current version. If ' +
    'nothing changes, no version is created.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input,
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z.int().describe('Current version after the request.'),
    changed: z.int().describe('Number of changed segments.'),
  }),
  requires: { scope: 'write' },
  rest: {
    method: 'PATCH',
    path: '/conversations/{id}/transcript',
    bodyLimit: 8 * 1024 * 1024,
    refusals: [409],
  },
  precheck: ({ id }, ctx) => requireChangeable(ctx, id, 'viewer'),
  async handle(given, ctx) {
    const { id, segments: lines, speakers } = given
    const rules = await rulesBeforeStorage(ctx.db, ctx.org)
    const ownAddresses = await ownAddressesOf(ctx.db, ctx.org)
    return rewriteTranscript(ctx, id, {
      who: 'viewer',
      readFacts: (db) => selectPeople(db, ctx.org, id),
      async compute(current, people, load) {
        if (current === undefined) {
          throw conflict('no_transcript', 'The conversation has no transcript to correct. Import one first.')
        }
        check(given, current)
        const changes = { lines, speakers, people, ownAddresses }
        return ctx.requestWorkers.run(rewriteLinesTask, [await load(), current.form, changes, rules], ctx.signal)
      },
      async store(tx, { transcript_version: version }, change) {
        if (version === null) throw new Error('The corrected transcript is missing.')
        if (change === undefined) return { success: true as const, transcriptVersion: version, changed: 0 }
        await storeCorrection(tx, ctx, id, version + 1, change.rewritten)
        return { success: true as const, transcriptVersion: version + 1, changed: change.changed }
      },
    })
  },
})

function check({ transcriptVersion, segments }: Input, { version, segmentCount: count }: CurrentTranscript): void {
  if (transcriptVersion !== undefined && transcriptVersion !== version) {
    throw conflict(
      'transcript_changed',
      `The transcript has changed: version ${version} is the current one. Read it, then correct that version.`,
      '/transcriptVersion',
    )
  }
  for (const [index, { segment }] of segments.entries()) {
    if (segment >= count) {
      const detail = `The transcript has ${count} segments. \`segment\` must be from 0 to ${count - 1}.`
      throw invalid({ pointer: `/segments/${index}/segment`, detail })
    }
  }
}
