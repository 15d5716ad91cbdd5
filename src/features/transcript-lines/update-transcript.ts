import { z } from 'zod'
import { conflict, invalid } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId, text } from '../../core/wire.ts'
import { changeConversation, recognizeSpeakers, requireChangeable, storeCorrection } from '../conversations/index.ts'
import { domainsOf } from '../identity/index.ts'
import { findBeforeStorage } from '../redaction/index.ts'
import type { Speaker } from '../transcripts/index.ts'
import { corrected } from './correct.ts'
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
      .describe('The version that is corrected, which must be the current one. Required with `segments`.'),
    segments: z
      .array(
        z.object({
          segment: segmentNumber().describe('Place in the transcript, from 0.'),
          text: text({ max: 1_000_000 }).optional().describe('Blank: nothing was said, and the line goes.'),
          speaker: speakerName().optional().describe('The name of who says it; empty when nobody knows.'),
        }),
      )
      .max(500)
      .default([])
      .describe('Lines to be changed, each once.'),
    speakers: z
      .array(z.object({ from: speakerName(), to: speakerName() }))
      .max(100)
      .default([])
      .describe('Speakers to be called otherwise wherever they speak.'),
  })
  .refine(({ segments, transcriptVersion }) => segments.length === 0 || transcriptVersion !== undefined, {
    path: ['transcriptVersion'],
    message: 'This is required with segments, which are counted in one version.',
  })
  .refine(({ segments }) => new Set(segments.map(({ segment }) => segment)).size === segments.length, {
    path: ['segments'],
    message: 'Each segment may be named once.',
  })
type Input = z.output<typeof input>

export const updateTranscript = defineOperation({
  id: 'updateTranscript',
  summary: 'Correct text and speakers of some lines of a transcript as a new version of it.',
  description:
    'All else stays, times above all. 409 transcript_changed: another version than `transcriptVersion` is the current ' +
    'one. Where nothing would change no version is made. The conversation is analyzed again.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input,
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z.int(),
    changed: z.int().describe('Segments that are not as they were.'),
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
      // Read under the lock: a transcript may be masked in place, and must not come back unmasked.
      const current = await selectCurrent(tx, ctx.org, visibilityOf(ctx.principal), id)
      if (current === undefined || current.version === null) {
        throw conflict('no_transcript', 'The conversation has no transcript that could be corrected.')
      }
      const { version, form } = current
      check(given, version, current.segments.length)
      const people = await selectPeople(tx, ctx.org, id)
      const { segments, changed } = corrected(current, given.segments, given.speakers, (name) =>
        personCalled(name, people, domains),
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
      `The transcript was changed since: version ${version} is the current one. Read it, and correct that.`,
      '/transcriptVersion',
    )
  }
  for (const [index, { segment }] of segments.entries()) {
    if (segment >= count) {
      const detail = `The transcript has ${count} segments, counted from 0.`
      throw invalid({ pointer: `/segments/${index}/segment`, detail })
    }
  }
}

/** Somebody who took part under exactly this name, and alone has it. */
function personCalled(name: string, people: readonly KnownPerson[], domains: readonly string[]): Speaker | undefined {
  const [recognized] = recognizeSpeakers<{ speaker: Speaker }>([{ speaker: { name } }], people, domains)
  return recognized?.speaker.email === undefined ? undefined : recognized.speaker
}
