import { z } from 'zod'
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { ownAddressesOf } from '../../accounts/identity/index.ts'
import { rulesBeforeStorage } from '../../text/redaction/index.ts'
import { requireChangeable, rewriteTranscript, storeCorrection } from '../records/index.ts'
import { type Restriction, selectSidedPeople, selectVersionState, type VersionState } from './queries.ts'
import { restoreLinesTask } from './restore-lines.ts'
import { currentVersion, pathVersion } from './schema.ts'

export const restoreTranscriptVersion = defineOperation({
  id: 'restoreTranscriptVersion',
  summary: 'Restore a version of the transcript',
  description:
    'Stores the lines of an earlier version as a new version, which becomes the current one. All versions are kept, so ' +
    'you can undo it by restoring the version before. Parley analyzes the conversation again. Returns 409 ' +
    '`transcript_changed` if `transcriptVersion` is not the current version, `version_redacted` if words were removed from ' +
    'the version, and `version_rearranged` after a merge or split. If nothing changes, no version is created.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('conversation'),
    version: pathVersion(),
    transcriptVersion: currentVersion().describe(
      'Current version, which the new one replaces, from `GET /conversations/{id}/transcript`. Example: `3`.',
    ),
  }),
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z.int().describe('Current version after the request.'),
    changed: z.int().describe('Number of lines that differ from the replaced version.'),
  }),
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    path: '/conversations/{id}/transcript-versions/{version}/restore',
    derived: false,
    refusals: [409],
  },
  async handle({ id, version, transcriptVersion }, ctx) {
    await requireChangeable(ctx, id, 'viewer')
    const rules = await rulesBeforeStorage(ctx.db, ctx.org)
    const ownAddresses = await ownAddressesOf(ctx.db, ctx.org)
    const visibility = toVisibility(ctx.principal)
    return rewriteTranscript(ctx, id, {
      who: 'viewer',
      // A redaction in between changes the state of the version, and a merge or split its restriction.
      readFacts: async (db: Reader | Writer) => ({
        state: await selectVersionState(db, ctx.org, visibility, id, version),
        people: await selectSidedPeople(db, ctx.org, id),
      }),
      async compute(current, { state, people }, load) {
        const { form } = requireRestorable(state)
        if (current?.version !== transcriptVersion) throw transcriptChanged(current?.version)
        return ctx.requestWorkers.run(
          restoreLinesTask,
          [await load(version), await load(), { version, form }, { people, ownAddresses }, rules],
          ctx.signal,
        )
      },
      async store(tx, { transcript_version: current }, change) {
        if (current === null) throw new Error('The replaced transcript is missing.')
        // The subject of the audit entry is the conversation rather than its version.
        ctx.addAuditTarget('conversation', id)
        if (change === undefined) return { success: true as const, transcriptVersion: current, changed: 0 }
        await storeCorrection(tx, ctx, id, current + 1, change.rewritten)
        return { success: true as const, transcriptVersion: current + 1, changed: change.changed }
      },
    })
  },
})

/** @throws AppError `transcript_version_not_found`, `version_redacted`, `version_rearranged` */
function requireRestorable(state: VersionState | undefined): VersionState {
  if (state === undefined || state.restriction === 'unavailable') throw notFound('transcript version', '/path/version')
  if (state.restriction === null) return state
  const { code, detail } = REFUSALS[state.restriction]
  throw conflict(code, detail, '/path/version')
}

const REFUSALS: Readonly<Record<Exclude<Restriction, 'unavailable'>, { code: string; detail: string }>> = {
  redacted: {
    code: 'version_redacted',
    detail:
      "Words of the version were removed by redaction or erasure, so it can't be restored. Correct the current version, or restore a later one.",
  },
  rearranged: {
    code: 'version_rearranged',
    detail:
      "A merge or split moved lines since the version, so it can't be restored. Undo the merge or split, or restore a later version.",
  },
}

const transcriptChanged = (current: number | undefined) =>
  conflict(
    'transcript_changed',
    current === undefined
      ? 'The conversation has no current transcript. Import one first.'
      : `The transcript has changed: version ${current} is the current one. Compare it with the version to restore, then try again.`,
    '/transcriptVersion',
  )
