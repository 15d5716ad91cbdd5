/**
 * The best SQL for a page of conversations that we know how to write by hand. Parameters: organization, offset. The limit
 * stands in the statement: PostgreSQL keeps the plan of a prepared statement only when it can tell that few rows follow.
 */

export interface Shape {
  readonly detailed: boolean
  readonly onlyWithTranscript: boolean
  readonly size: number
}

/** The page from the covering index, then everything of those few rows; the total from the table of counts. */
function statement(shape: Shape, columns: string, wrap: (inner: string) => string): string {
  const more = shape.onlyWithTranscript ? 'and has_transcript' : ''
  return wrap(`
    select ${columns}
    from (
      select id, started_at from conversations
      where organization_id = $1 and not archived ${more}
      order by started_at desc, id desc limit ${shape.size} offset $2
    ) p
    join conversations c on c.organization_id = $1 and c.id = p.id
    join conversation_details d on d.organization_id = $1 and d.conversation_id = p.id
    join users u on u.organization_id = $1 and u.id = c.owner_id
    left join opportunities o on o.organization_id = $1 and o.id = c.opportunity_id
    left join transcripts t
      on t.organization_id = $1 and t.conversation_id = p.id and t.version = c.transcript_version
    order by p.started_at desc, p.id desc`)
}

const total = (shape: Shape) =>
  `(select coalesce(sum(n), 0) from conversation_counts
    where organization_id = $1 and owner_id is null and not archived ${shape.onlyWithTranscript ? 'and has_transcript' : ''})`

const crmLinks = `
  (select coalesce(json_agg(json_build_object('id', l.record_id, 'code', l.code) order by l.position), '[]')
   from conversation_crm_links l where l.organization_id = $1 and l.conversation_id = c.id)`

/** Columns in the order that `printRow` reads them. */
export function statementOfRows(shape: Shape): string {
  const columns = `
    ${total(shape)}, c.id, c.title, c.created_at, c.live_started_at, c.live_ended_at, c.media_duration, c.owner_id, u.email,
    u.first_name, u.last_name, c.team_id, c.archived, c.private, c.is_internal, c.is_empty, c.processing_status,
    c.transcript_status, c.import_status, c.crm_export_status, c.language, c.application, c.external_id, c.media_url,
    c.opportunity_id, o.title, ${crmLinks}, d.participants, d.labels, d.scorecard_results, d.summary, d.statistics,
    c.transcript_version, ${shape.detailed ? 't.segments' : 't.plain'}, c.updated_at`
  return statement(shape, columns, (inner) => inner)
}

const quoted = (column: string) => `coalesce(to_json(${column})::text, 'null')`
const bare = (column: string) => `coalesce(${column}::text, 'null')`
const instant = (column: string) =>
  `coalesce('"' || to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`

/** One row: the total, and the elements as one JSON text. */
export function statementOfText(shape: Shape, baseUrl: string): string {
  const user = `'{"uuid":"' || c.owner_id || '","email":' || ${quoted('u.email')} || ',"firstName":' ||
    ${quoted('u.first_name')} || ',"lastName":' || ${quoted('u.last_name')} || '}'`
  const members: [string, string][] = [
    ['uuid', quoted('c.id')],
    ['title', quoted('c.title')],
    ['createdAt', instant('c.created_at')],
    ['updatedAt', instant('c.updated_at')],
    ['finishedAt', instant('c.live_ended_at')],
    ['liveStreamStartedAt', instant('c.live_started_at')],
    ['liveStreamEndedAt', instant('c.live_ended_at')],
    ['mediaDuration', bare('c.media_duration')],
    ['userUUID', quoted('c.owner_id')],
    ['user', user],
    ['teamUUID', quoted('c.team_id')],
    ['archived', bare('c.archived')],
    ['private', bare('c.private')],
    ['isInternal', bare('c.is_internal')],
    ['isEmpty', bare('c.is_empty')],
    ['processingStatus', quoted('c.processing_status')],
    ['transcriptStatus', quoted('c.transcript_status')],
    ['importStatus', quoted('c.import_status')],
    ['crmExportStatus', quoted('c.crm_export_status')],
    ['language', quoted('c.language')],
    [
      'source',
      `'{"application":' || ${quoted('c.application')} || ',"externalId":' || ${quoted('c.external_id')} || '}'`,
    ],
    ['mediaURL', quoted('c.media_url')],
    ['externalOpportunity', `coalesce('{"uuid":"' || o.id || '","title":' || ${quoted('o.title')} || '}', 'null')`],
    ['dealUUID', quoted('c.opportunity_id')],
    ['linkedCrmRecords', `${crmLinks}::text`],
    ['participants', bare('d.participants')],
    ['labels', bare('d.labels')],
    ['scorecardResults', bare('d.scorecard_results')],
    ['summary', quoted('d.summary')],
    ['statistics', bare('d.statistics')],
    ['transcript', shape.detailed ? bare('t.segments') : quoted('t.plain')],
    ['transcriptVersion', bare('c.transcript_version')],
  ]
  const attributes = members.map(([name, expression]) => `'"${name}":' || ${expression}`).join(` || ',' || `)
  const element = `'{"type":"conversations","id":"' || c.id || '","links":{"self":"${baseUrl}/conversations/' || c.id ||
    '"},"attributes":{' || ${attributes} || '}}' as element`
  return statement(shape, element, (inner) => `select ${total(shape)}, string_agg(element, ',') from (${inner}) e`)
}
