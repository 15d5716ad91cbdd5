import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { resolveAssignment } from '../../conversations/labels/index.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { checkPhrases, nameTaken, toTracker } from './mutate.ts'
import {
  lockName,
  lockTracker,
  type NewTracker,
  replaceTeams,
  selectTracker,
  type TrackerRow,
  updateColor,
  updateTrackerRow,
} from './queries.ts'
import { tracker, trackerFields } from './schema.ts'

export const updateTracker = defineOperation({
  id: 'updateTracker',
  summary: 'Update a tracker',
  description:
    'Omitted fields keep their values; `phrases` and `teamsUUID` replace all existing entries. Requires the admin role. Earlier conversations are searched again in the background, unless only the color changes; `GET /analysis/progress` returns how far this is.',
  tag: 'Trackers',
  input: z
    .object({
      id: pathId('tracker'),
      ...trackerFields,
      name: trackerFields.name.optional(),
      phrases: trackerFields.phrases.optional(),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: tracker,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/trackers/{id}', ...inData(tracker) },
  async handle({ id, allTeams: all, teamsUUID, ...given }, ctx) {
    if (given.phrases !== undefined) checkPhrases(given.phrases)
    return ctx.transact(async (tx) => {
      // Lock order: names, then rows.
      const isTaken = given.name !== undefined && (await lockName(tx, ctx.org, fold(given.name), id))
      const had = await lockTracker(tx, ctx.org, id)
      if (had === undefined) throw notFound('tracker')
      if (isTaken) throw nameTaken()
      const hadTeams = { allTeams: had.all_teams, teamIds: had.team_ids }
      const offer = await resolveAssignment(tx, ctx.org, hadTeams, { allTeams: all, teamsUUID })
      const name = given.name ?? had.name
      const at = ctx.clock.now()
      const next = {
        ...{ id, name, nameFolded: fold(name), allTeams: offer.allTeams, color: given.color ?? had.color, at },
        description: given.description ?? had.description,
        phrases: given.phrases ?? had.phrases,
        stemmed: given.stemmed ?? had.stemmed,
        caseSensitive: given.caseSensitive ?? had.case_sensitive,
        speakers: given.speakers ?? had.speakers,
        enabled: given.enabled ?? had.enabled,
      }
      if (next.color !== had.color && isOnlyColor(had, next, offer.teamIds)) {
        await updateColor(tx, ctx.org, id, next.color, at)
      } else {
        await updateTrackerRow(tx, ctx.org, next)
        await replaceTeams(tx, ctx.org, id, offer.teamIds)
        await requestLookBack(tx, ctx)
      }
      const row = await selectTracker(tx, ctx.org, id)
      if (row === undefined) throw notFound('tracker')
      return toTracker(row, ctx.org)
    })
  },
})

/** Whether nothing but the color differs, so that matches stay as they are. */
function isOnlyColor(had: TrackerRow, next: NewTracker, teamIds: readonly string[]): boolean {
  const before = [had.name, had.description, had.phrases, had.stemmed, had.case_sensitive, had.speakers, had.all_teams]
  const after = [
    next.name,
    next.description,
    next.phrases,
    next.stemmed,
    next.caseSensitive,
    next.speakers,
    next.allTeams,
  ]
  const [teamsBefore, teamsAfter] = [had.team_ids.toSorted(), [...new Set(teamIds)].toSorted()]
  return had.enabled === next.enabled && JSON.stringify([before, teamsBefore]) === JSON.stringify([after, teamsAfter])
}
