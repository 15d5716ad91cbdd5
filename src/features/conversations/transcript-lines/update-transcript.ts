import { z } from 'zod'
import { conflict, invalid } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, text } from '../../../core/wire.ts'
import { domainsOf } from '../../accounts/identity/index.ts'
import { findBeforeStorage } from '../../text/redaction/index.ts'
import type { Speaker } from '../../text/transcripts/index.ts'
import { changeConversation, recognizeSpeakers, requireChangeable, storeCorrection } from '../records/index.ts'
import { applyLineChanges } from './correct.ts'
import { type KnownPerson, selectCurrent, selectPeople } from './queries.ts'
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
    const { id } = given
    const find = await findBeforeStorage(ctx.db, ctx.org)
    const domains = await domainsOf(ctx.db, ctx.org)
    return changeConversation(ctx, id, 'viewer', async (tx) => {
      // Read under the lock: redaction can change the transcript in place, and an older copy would undo it.
      const current = await selectCurrent(tx, ctx.org, toVisibility(ctx.principal), id)
      if (current === undefined || current.version === null) {
        throw conflict('no_transcript', 'The conversation has no transcript to correct. Import one first.')
      }
      const { version, form } = current
      check(given, version, current.segments.length)
      const people = await selectPeople(tx, ctx.org, id)
      const { segments, changed } = applyLineChanges(current, given.segments, given.speakers, (name) =>
        findPersonByName(name, people, domains),
      )
      if (changed === 0) return { success: true as const, transcriptVersion: version, changed }
      const stored = { document: { format: `parley-${form.toLowerCase()}`, form, segments }, find }
      await storeCorrection(tx, ctx, id, version + 1, stored)
      return { success: true as const, transcriptVersion: version + 1, changed }
    })
  },
})

function check({ transcriptVersion, segments }: Input, version: number, count: number): void {
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

/** Participant with exactly this name; undefined if none or several have it. */
function findPersonByName(
  name: string,
  people: readonly KnownPerson[],
  domains: readonly string[],
): Speaker | undefined {
  const [recognized] = recognizeSpeakers<{ speaker: Speaker }>([{ speaker: { name } }], people, domains)
  return recognized?.speaker.email === undefined ? undefined : recognized.speaker
}
