import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { findBeforeStorage } from '../../../text/redaction/index.ts'
import { IMPORT_BYTES_MAX } from '../import/import-conversation.ts'
import { readGiven } from '../import/parse-import.ts'
import { isLarge, prepareLarge } from '../import/prepare-transcript.ts'
import { withStagedTexts } from '../import/stage-transcript.ts'
import { changeConversation, requireChangeable } from '../mutate.ts'
import { storeCorrection } from './store-correction.ts'

export const correctTranscript = defineOperation({
  id: 'correctTranscript',
  summary: 'Replace the transcript of a conversation',
  description:
    'Stores the corrected transcript as a new version, which becomes the current one. Earlier versions are kept. ' +
    'Then Parley analyzes the conversation again. Not idempotent: each request adds a version.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    transcript: z
      .unknown()
      .describe('Complete corrected transcript, in any format of the import, as a string or as JSON.'),
  }),
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z.int().describe('Number of the new version.'),
  }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/transcript', bodyLimit: IMPORT_BYTES_MAX, heldField: 'transcript' },
  precheck: ({ id }, ctx) => requireChangeable(ctx, id, 'viewer'),
  async handle({ id, transcript: given }, ctx) {
    if (given === undefined) {
      throw invalid({ pointer: '/transcript', detail: '`transcript` is required. Send the complete transcript.' })
    }
    const stored = isLarge(given)
      ? // Speakers stay as they were sent, as in a short transcript.
        await prepareLarge(given, undefined, { participants: [], domains: [] }, ctx)
      : { document: readGiven(given), find: await findBeforeStorage(ctx.db, ctx.org) }
    const store = (correction: typeof stored) =>
      changeConversation(ctx, id, 'viewer', async (tx, standing) => {
        const version = (standing.transcript_version ?? 0) + 1
        await storeCorrection(tx, ctx, id, version, correction)
        return version
      })
    const large = 'find' in stored ? undefined : stored.stored
    const transcriptVersion =
      large === undefined
        ? await store(stored)
        : await withStagedTexts(ctx, large.transcript, (transcript) =>
            store({ document: stored.document, stored: { ...large, transcript } }),
          )
    return { success: true as const, transcriptVersion }
  },
})
