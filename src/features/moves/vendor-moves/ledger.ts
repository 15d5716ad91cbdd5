/** Ledger of a move: figures of its stored calls, as data and as text. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type MoveRow, selectLedger } from './queries.ts'
import type { Ledger, Move } from './schema.ts'
import { MISSING_REASONS, type MissingReason } from './vendor.ts'
import { FOLDER_UNAVAILABLE } from './vendors/folder.ts'
import { VENDORS } from './vendors/registry.ts'

const FAILURES: Readonly<Record<string, string>> = {
  transcript: "The transcript can't be read.",
  recording: "The recording can't be read, and there is no transcript.",
  empty: 'There is neither a transcript nor a recording.',
  manifest: 'The line of the manifest is wrong.',
}

export const describeReason = (reason: string): string =>
  Object.hasOwn(MISSING_REASONS, reason) ? MISSING_REASONS[reason as MissingReason] : reason

export async function loadLedger(db: Reader, org: OrganizationId, move: MoveRow): Promise<Ledger> {
  const rows = await selectLedger(db, org, move.id)
  return {
    ...rows.total,
    found: rows.total.calls + rows.total.failed,
    years: [...rows.years],
    owners: rows.owners.map(({ email, user_id, matched, ...figures }) => ({
      ...{ email, userUUID: user_id, isMatched: matched },
      ...figures,
    })),
    parts: [...rows.parts],
    missing: rows.missing.map((each) => ({ ...each, description: describeReason(each.reason) })),
    failures: rows.failures.map(({ reason, detail, count, examples }) => ({
      ...{ reason, description: detail ?? FAILURES[reason] ?? reason, count, examples },
    })),
    definitions: rows.definitions.map(({ kind, title, entity_id, reason }) => ({
      ...{ kind, title, came: entity_id !== null, reason: reason === null ? null : describeReason(reason) },
    })),
    unavailable: [...(VENDORS.find(({ id }) => id === move.vendor)?.unavailable ?? FOLDER_UNAVAILABLE)],
  }
}

export const serializeMove = (row: MoveRow): Move => ({
  ...{ uuid: row.id, vendor: row.vendor, application: row.application, state: row.state },
  since: toIso(row.since),
  until: toIso(row.until),
  ...{ runs: row.runs, found: row.found, added: row.added, known: row.known, failed: row.failed },
  createdAt: new Date(row.created_at).toISOString(),
  startedAt: new Date(row.started_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  completedAt: toIso(row.completed_at),
})

const toIso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Ledger as lines of text. */
export function formatLedger(ledger: Ledger): string[] {
  const { years, owners, parts, missing, failures, definitions, unavailable } = ledger
  return [
    `${count(ledger.found, 'call')} found: ${ledger.calls} in Parley (${minutes(ledger.minutes)}), ${ledger.failed} couldn't come`,
    ...section(
      'By year',
      table([
        ['Year', 'Calls', 'Minutes', 'Failed'],
        ...years.map((year) => [
          ...[year.year === null ? 'unknown' : String(year.year), String(year.calls), String(Math.round(year.minutes))],
          String(year.failed),
        ]),
      ]),
    ),
    ...section(
      'By owner',
      table([
        ['Owner', 'User', 'Calls', 'Minutes', 'Failed'],
        ...owners.map((owner) => [
          ...[owner.email ?? 'unknown', owner.isMatched ? 'found' : 'default owner', String(owner.calls)],
          ...[String(Math.round(owner.minutes)), String(owner.failed)],
        ]),
      ]),
    ),
    ...section(
      'What came',
      parts.map((part) => `  ${part.count} ${PARTS[part.kind] ?? part.kind}`),
    ),
    ...section(
      "What couldn't come",
      missing.map((part) => `  ${part.count} ${PARTS[part.kind] ?? part.kind}: ${part.description}`),
    ),
    ...section(
      "Calls that couldn't come",
      failures.map((each) => `  ${each.count}: ${each.description} (${each.examples.join(', ')})`),
    ),
    ...section(
      'Trackers, scorecards and library',
      definitions.map(({ kind, title, came, reason }) => `  ${kind} “${title}”: ${came ? 'came' : reason}`),
    ),
    ...section(
      "The vendor's interface never returns",
      unavailable.map((each) => `  ${each}`),
    ),
  ]
}

/** Plural nouns of the kinds of content. */
export const PARTS: Readonly<Record<string, string>> = {
  ...{ transcript: 'transcripts', recording: 'recordings', speaker: 'names of speakers', owner: 'owners' },
  ...{ side: 'sides of participants', label: 'labels', action_item: 'action items' },
  ...{ crm_link: 'CRM links', comment: 'comments', clip: 'clips', scorecard_result: 'scorecard results' },
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const minutes = (n: number) => `${Math.round(n)} minutes`
const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', title, ...lines])

function table(rows: readonly (readonly string[])[]): string[] {
  if (rows.length < 2) return []
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd(),
  )
}
