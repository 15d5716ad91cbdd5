/** Formats calls as text. Transcript text follows a marker on a single line, so it can't imitate other lines. */

import { cell, clock, lines, table } from '../../../core/tool-text.ts'
import { CUT, clipped, oneLine } from './bounds.ts'
import { formatCallLine } from './card.ts'
import type { Details } from './get-call-details.ts'
import { formatValue } from './parts.ts'
import type { ToolCallHit } from './search-calls.ts'
import type { ToolSegment } from './window.ts'

/** Formats a call in a list. */
export function callText(call: ToolCallHit): string {
  const { moments = [], moments_in_all: all = 0 } = call
  const more = all > moments.length ? [`> and ${all - moments.length} more matches in this call`] : []
  return [
    `### ${heading(call.title)}`,
    formatCallLine(call),
    ...moments.map(
      ({ match, quote, speaker, start, segment, url }) =>
        `> ${match === 'related' ? '(related) ' : ''}${when(start, segment)}${formatSpokenLine(speaker, quote)}${start === null ? '' : ` (${url})`}`,
    ),
    ...more,
    ...moreText(call),
  ].join('\n')
}

function moreText(call: ToolCallHit): string[] {
  if (call.owner_id === undefined) return []
  const facts = lines({
    'Owner ID': call.owner_id,
    Team: formatNameWithId(call.team, call.team_id),
    Opportunity: formatNameWithId(call.opportunity, call.opportunity_id),
    Status: call.status,
    Private: call.private ? 'yes' : '',
    Labels: call.labels?.join(', '),
    Participants: call.participants?.join(', '),
    Summary: call.summary,
  })
  return facts === '' ? [] : [facts]
}

/** Formats the requested parts of a call. */
export function detailsText(details: Details): string {
  const { call, segments = [], segments_in_all: all = 0, next_cursor: next } = details
  const first = segments[0]?.segment ?? 0
  const last = segments.at(-1)?.segment ?? 0
  const more =
    next == null
      ? []
      : [
          `More of the transcript: cursor \`${next}\`. Complete transcript: resource \`parley://transcripts/${call.call_id}\`.`,
        ]
  return [
    `# ${heading(call.title)}`,
    formatCallLine(call),
    lines({
      'Owner ID': call.owner_id,
      Team: formatNameWithId(call.team, call.team_id),
      Opportunity: formatNameWithId(call.opportunity, call.opportunity_id),
      Status: call.status,
      Private: call.private ? 'yes' : '',
      Archived: call.archived ? 'yes' : '',
      Labels: call.labels.join(', '),
    }),
    ...section('Summary', details.summary),
    ...section('Participants', details.participants && peopleText(details.participants)),
    ...section('Scorecards', details.scorecards && scorecardsText(details.scorecards)),
    ...section('Insights', details.insights && insightsText(details.insights)),
    ...section('CRM records', details.crm_records && recordsText(details.crm_records)),
    ...(segments.length === 0
      ? []
      : [`\n## Transcript, segments ${first} to ${last} of 0 to ${all - 1}`, ...segments.map(segmentText), ...more]),
    ...details.notes.map((note) => `[${note}]`),
  ].join('\n')
}

const section = (name: string, text: string | undefined): string[] => (text === undefined ? [] : [`\n## ${name}`, text])

const peopleText = (people: NonNullable<Details['participants']>) =>
  table(
    ['Name', 'Email', 'Internal'],
    people.map(({ name, email, internal }) => [name, email, internal ? 'yes' : '']),
    'No participants.',
  )

const scorecardsText = (all: NonNullable<Details['scorecards']>) =>
  all
    .map(
      ({ scorecard_id, title, average, items }) =>
        `${heading(title)}: ${average} of 100 (scorecard_id ${scorecard_id})\n${table(
          ['Item', 'Score', 'Scale', 'Why'],
          items.map(({ title: item, score, min, max, why }) => [item, score, `${min}–${max}`, why]),
        )}`,
    )
    .join('\n\n') || 'None.'

const insightsText = (all: NonNullable<Details['insights']>) =>
  table(
    ['Field', 'Value', 'Confirmed', 'Quote'],
    all.map(({ title, value, confirmed, quote }) => [title, formatValue(value), confirmed ? 'yes' : '', quote]),
  )

const recordsText = (all: NonNullable<Details['crm_records']>) =>
  table(
    ['Entity', 'ID', 'Fields'],
    all.map(({ code, id, fields, fields_left_out: left }) => [
      ...[code, id],
      [
        ...Object.entries(fields).map(([name, value]) => `${name}: ${formatValue(value)}`),
        ...(left > 0 ? [`${CUT} ${left} more`] : []),
      ].join('; '),
    ]),
  )

const segmentText = ({ segment, speaker, start, text }: ToolSegment) =>
  `[${segment}] ${when(start)}${formatSpokenLine(speaker, text)}`

/** Formats the time, or the segment number if the transcript has no times. */
const when = (start: number | null, segment?: number): string =>
  start !== null ? `${clock(start)} ` : segment === undefined ? '' : `[${segment}] `

const formatSpokenLine = (speaker: string, words: string): string =>
  (speaker === '' ? '' : `${oneLine(speaker)}: `) + oneLine(words)

const heading = (title: string) => clipped(title, 200)

const formatNameWithId = (name: string | null | undefined, id: string | null | undefined): string =>
  id == null ? '' : `${cell(name)} (${id})`
