/** What creating and changing a tracker have in common. */
import { conflict, invalid, type Problem } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { tokenizer } from '../gist/index.ts'
import type { TrackerRow } from './queries.ts'
import type { Tracker } from './schema.ts'

export const nameTaken = () =>
  conflict('tracker_exists', 'The organization has a tracker of this name already.', '/name')

/** @throws AppError `validation_failed`: a phrase without a letter or digit, or one that stands twice */
export function checkPhrases(phrases: readonly string[]): void {
  const cut = tokenizer()
  const known = new Set<string>()
  const problems: Problem[] = []
  phrases.forEach((phrase, index) => {
    const refuse = (detail: string) => problems.push({ pointer: `/phrases/${index}`, detail })
    if (cut(phrase).length === 0) refuse('This must have a letter or a digit.')
    // Case may matter, so two that differ in it are two.
    if (known.has(phrase)) refuse('This phrase stands twice in the request.')
    known.add(phrase)
  })
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
}

export const trackerOf = (row: TrackerRow, org: OrganizationId): Tracker => ({
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
  version: row.version,
  organizationUUID: org,
})
