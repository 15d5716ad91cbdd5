import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { conflict } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { resolveAssignment } from '../../conversations/labels/index.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { checkPhrases, nameTaken, toTracker } from './mutate.ts'
import { chooseColor, countTrackers, insertTracker, lockName, replaceTeams, selectTracker } from './queries.ts'
import { TRACKERS_MAX, tracker, trackerFields } from './schema.ts'

export const createTracker = defineOperation({
  id: 'createTracker',
  summary: 'Create a tracker',
  description:
    'Detects phrases in conversations when they are analyzed. Requires the admin role. Earlier conversations are searched in the background; `GET /analysis/progress` returns how far this is.',
  tag: 'Trackers',
  input: z.object(trackerFields),
  output: tracker,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/trackers', status: 201, ...inData(tracker) },
  async handle({ name, phrases, allTeams: all, teamsUUID, ...given }, ctx) {
    checkPhrases(phrases)
    const id = newId()
    return ctx.transact(async (tx) => {
      const nameFolded = fold(name)
      // The lock on names also prevents concurrent creation beyond the maximum.
      if (await lockName(tx, ctx.org, nameFolded)) throw nameTaken()
      if ((await countTrackers(tx, ctx.org)) >= TRACKERS_MAX) {
        throw conflict(
          'too_many_trackers',
          `An organization can have at most ${TRACKERS_MAX} trackers. Delete one first.`,
        )
      }
      const offer = await resolveAssignment(tx, ctx.org, { allTeams: true, teamIds: [] }, { allTeams: all, teamsUUID })
      await insertTracker(tx, ctx.org, {
        ...{ id, name, nameFolded, phrases, allTeams: offer.allTeams, at: ctx.clock.now() },
        description: given.description ?? '',
        stemmed: given.stemmed ?? true,
        caseSensitive: given.caseSensitive ?? false,
        speakers: given.speakers ?? 'all',
        enabled: given.enabled ?? true,
        color: given.color ?? (await chooseColor(tx, ctx.org)),
      })
      await replaceTeams(tx, ctx.org, id, offer.teamIds)
      await requestLookBack(tx, ctx)
      ctx.addAuditTarget('tracker', id)
      const row = await selectTracker(tx, ctx.org, id)
      if (row === undefined) throw new Error('The tracker is missing after its creation.')
      return toTracker(row, ctx.org)
    })
  },
})
