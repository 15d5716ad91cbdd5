/**
 * The ceiling: the least that can be between PostgreSQL and a socket. A bare `node:http` server, one prepared statement
 * written by hand, no authentication, no row-level security, no checks; it prints the same answer as the service.
 *
 * In two forms, of which the benchmark keeps the quicker one: `rows` reads columns and prints them here, `text` lets
 * PostgreSQL print the whole answer.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type Shape, statementOfRows, statementOfText } from './ceiling-sql.ts'

const { DATABASE_URL: connectionString = '', ORGANIZATION: organization = '', BASE_URL: baseUrl = '' } = process.env
const asText = process.env.FORM === 'text'

/** Every value as PostgreSQL prints it: nothing is parsed that is only printed again. */
const types = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig
const pool = new pg.Pool({ connectionString, max: 20, types, options: '-c timezone=UTC', application_name: 'ceiling' })

type Row = (string | null)[]

const server = createServer((request, response) => {
  answer(new URL(request.url ?? '', 'http://localhost'))
    .then((body) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(body)
    })
    .catch((error: Error) => {
      response.statusCode = 500
      response.end(error.stack)
    })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}/v2` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))

async function answer(url: URL): Promise<string> {
  const page = Number(url.searchParams.get('page') ?? 1)
  const size = Number(url.searchParams.get('size') ?? 25)
  const shape: Shape = {
    detailed: url.searchParams.get('detailedTranscript') === 'true',
    onlyWithTranscript: url.searchParams.get('filter[hide_transcript]') === 'true',
    size,
  }
  const name = `list ${shape.detailed} ${shape.onlyWithTranscript} ${size}`
  const text = asText ? statementOfText(shape, baseUrl) : statementOfRows(shape)
  const { rows } = await pool.query<Row>({
    name,
    text,
    values: [organization, (page - 1) * size],
    rowMode: 'array',
  })
  const total = Number(rows[0]?.[0] ?? 0)
  const data = asText ? (rows[0]?.[1] ?? '') : rows.map((row) => printRow(row, shape.detailed)).join(',')
  const pageCount = Math.ceil(total / size)
  const meta = `{"pageCount":${pageCount},"totalRecords":${total},"pageNumber":${page},"pageSize":${size}}`
  const links = `{"self":${link(url, page)},"related":${link(url, Math.min(page + 1, Math.max(pageCount, 1)))}}`
  return `{"data":[${data}],"links":${links},"meta":${meta}}`
}

function link(url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('page')
  query.set('page', String(page))
  return JSON.stringify(`${baseUrl}/conversations/list?${query}`)
}

const text = (value: string | null | undefined) =>
  value === null || value === undefined ? 'null' : JSON.stringify(value)
const bare = (value: string | null | undefined) => value ?? 'null'
const truth = (value: string | null | undefined) => (value === 't' ? 'true' : 'false')

/** `2026-11-21 04:28:44.12+00` → `"2026-11-21T04:28:44.120Z"`. */
function instant(value: string | null | undefined): string {
  if (value === null || value === undefined) return 'null'
  const fraction = value.length > 22 ? value.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `"${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction}Z"`
}

function printRow(r: Row, detailed: boolean): string {
  const id = r[1]
  return (
    `{"type":"conversations","id":"${id}","links":{"self":"${baseUrl}/conversations/${id}"},"attributes":{"uuid":"${id}",` +
    `"title":${text(r[2])},"createdAt":${instant(r[3])},"updatedAt":${instant(r[34])},"finishedAt":${instant(r[5])},` +
    `"liveStreamStartedAt":${instant(r[4])},"liveStreamEndedAt":${instant(r[5])},"mediaDuration":${bare(r[6])},` +
    `"userUUID":"${r[7]}","user":{"uuid":"${r[7]}","email":${text(r[8])},"firstName":${text(r[9])},` +
    `"lastName":${text(r[10])}},"teamUUID":${text(r[11])},"archived":${truth(r[12])},"private":${truth(r[13])},` +
    `"isInternal":${truth(r[14])},"isEmpty":${truth(r[15])},"processingStatus":"${r[16]}","transcriptStatus":"${r[17]}",` +
    `"importStatus":${text(r[18])},"crmExportStatus":"${r[19]}","language":${text(r[20])},` +
    `"source":{"application":${text(r[21])},"externalId":${text(r[22])}},"mediaURL":${text(r[23])},` +
    `"externalOpportunity":${r[24] === null ? 'null' : `{"uuid":"${r[24]}","title":${text(r[25])}}`},` +
    `"dealUUID":${text(r[24])},"linkedCrmRecords":${r[26]},"participants":${r[27]},"labels":${r[28]},` +
    `"scorecardResults":${r[29]},"summary":${text(r[30])},"statistics":${bare(r[31])},` +
    `"transcript":${detailed ? bare(r[33]) : text(r[33])},"transcriptVersion":${bare(r[32])}}}`
  )
}
