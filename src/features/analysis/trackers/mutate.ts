/** Validation and serialization shared by creating and updating a tracker. */
import { conflict, invalid, type Problem } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { tokenizer } from '../../text/extractive-summary/index.ts'
import type { TrackerRow } from './queries.ts'
import type { Tracker } from './schema.ts'

export const nameTaken = () =>
  conflict('tracker_exists', 'Another tracker of the organization has this name. Choose another name.', '/name')

/** @throws AppError `validation_failed` if a phrase has no letter or digit, or occurs twice */
export function checkPhrases(phrases: readonly string[]): void {
  const cut = tokenizer()
  const known = new Set<string>()
  const problems: Problem[] = []
  phrases.forEach((phrase, index) => {
    const refuse = (detail: string) => problems.push({ pointer: `/phrases/${index}`, detail })
    if (cut(phrase).length === 0) refuse('A phrase must have at least one letter or digit.')
    // Phrases that differ in case are distinct, because a tracker can be case-sensitive.
    if (known.has(phrase)) refuse('The phrase occurs twice. Remove one of them.')
    known.add(phrase)
  })
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
}

export const toTracker = (row: TrackerRow, org: OrganizationId): Tracker => ({
  uuid: row.id,
  name: row.name,
  description: row.description,
  phrases: row.phrases,
  stemmed: row.stemmed,
  caseSensitive: row.case_sensitive,
  speakers: row.speakers,
  allTeams: row.all_teams,
  teamsUUID: row.team_ids,
  enabled: row.enabled,
  color: row.color,
  version: row.version,
  updatedAt: row.updated_at,
  organizationUUID: org,
})
