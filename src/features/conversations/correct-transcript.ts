import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { findBeforeStorage } from '../redaction/index.ts'
import { changeConversation, requireChangeable } from './change.ts'
import { IMPORT_BYTES_MAX } from './import-conversation.ts'
import { isLarge, prepareLarge } from './prepare-transcript.ts'
import { readGiven } from './reading.ts'
import { storeCorrection } from './store-correction.ts'

export const correctTranscript = defineOperation({
  id: 'correctTranscript',
  summary: 'Store a corrected transcript as a new version, which becomes the current one.',
  description: 'Any accepted form. Earlier versions are kept, and the conversation is analyzed again.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation'), transcript: z.unknown() }),
  output: z.object({ success: z.literal(true), transcriptVersion: z.int() }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/transcript', bodyLimit: IMPORT_BYTES_MAX, heldField: 'transcript' },
  precheck: ({ id }, ctx) => requireChangeable(ctx, id, 'viewer'),
  async handle({ id, transcript: given }, ctx) {
    if (given === undefined) throw invalid({ pointer: '/transcript', detail: 'This is required.' })
    const stored = isLarge(given)
      ? // Its speakers stay as they were sent, as those of a short one do.
        await prepareLarge(given, undefined, { participants: [], domains: [] }, ctx)
      : { document: readGiven(given), find: await findBeforeStorage(ctx.db, ctx.org) }
    const transcriptVersion = await changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const version = (standing.transcript_version ?? 0) + 1
      await storeCorrection(tx, ctx, id, version, stored)
      return version
    })
    return { success: true as const, transcriptVersion }
  },
})
