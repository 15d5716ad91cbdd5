/** One or more cases for every parameter of GET /v2/conversations/list, with values that `fill.sql` makes. */
import { withClient } from './database.ts'
import type { Filled } from './fill.ts'

export interface Case {
  /** What the table calls it. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
}

const DAY = 86_400_000

export async function filterCases(filled: Filled): Promise<Case[]> {
  const ids = await someIds(filled)
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
  const one = (name: string, about: string, value: string): Case => ({
    name: about === '' ? name : `${name} (${about})`,
    query: { [name]: value },
  })
  return [
    { name: 'no parameter', query: {} },
    one('page', '100', '100'),
    one('size', '50', '50'),
    one('fromDateTime', 'last day', ago(1)),
    one('fromDateTime', 'last 30 days', ago(30)),
    one('fromDateTime', 'last 2 years', ago(730)),
    one('toDateTime', 'a year ago', ago(365)),
    one('filter[owner.id]', 'most', ids.owner_most),
    one('filter[owner.id]', 'fewest', ids.owner_least),
    one('filter[owner.email]', 'one', 'User100@org0.example'),
    one('filter[title]', 'rare', 'company 1234'),
    one('filter[title]', 'common', 'Meeting'),
    one('filter[title]', 'nowhere', 'zzzzzz'),
    one('filter[participants.email]', 'outside', 'person77@company77.example'),
    one('filter[participants.email]', 'colleague', 'user15@org0.example'),
    one('filter[external_opportunity.id]', 'CRM id', 'opportunity-7'),
    one('filter[external_opportunity.id]', 'ours', ids.opportunity),
    one('filter[crm_field.entity_code]', '70 % linked', 'companies'),
    { name: 'filter[crm_field.values] (city, 2 %)', query: crmField('city', 'city-7') },
    { name: 'filter[crm_field.values] (tier, 33 %)', query: crmField('tier', 'tier-1') },
    {
      name: 'filter[crm_field.*] (all three)',
      query: { 'filter[crm_field.entity_code]': 'deals', ...crmField('stage', 'stage-3') },
    },
    one('filter[team.id]', 'with teams below', ids.team_root),
    one('filter[team.id]', 'without', ids.team_leaf),
    one('filter[hide_internal]', '', 'true'),
    one('filter[hide_non_analyzed]', '', 'true'),
    one('filter[analyzed]', '', 'true'),
    one('filter[hide_pending]', '', 'true'),
    one('filter[hide_transcript]', '5 % have one', 'true'),
    one('filter[hide_failed]', '', 'true'),
    one('filter[archived]', '', 'true'),
    one('filter[include_internal_participants]', '', 'true'),
    one('filter[include_meeting_platform_metadata]', '', 'true'),
    one('filter[include_import_metadata]', '', 'true'),
    one('detailedTranscript', '', 'true'),
    one('withCrmRecords', '', 'true'),
    one('withIntelligenceItems', '', 'true'),
  ]
}

const crmField = (name: string, value: string) => ({
  'filter[crm_field.field_name]': name,
  'filter[crm_field.values]': value,
})

type Ids = Record<'owner_most' | 'owner_least' | 'opportunity' | 'team_root' | 'team_leaf', string>

async function someIds({ url, organizationId }: Filled): Promise<Ids> {
  const { rows } = await withClient(url, (client) =>
    client.query<Ids>(
      `with owners as (
         select owner_id, count(*) as n from conversations where organization_id = $1 group by 1
       )
       select (select owner_id from owners order by n desc limit 1) as owner_most,
              (select owner_id from owners order by n limit 1) as owner_least,
              (select id from opportunities where organization_id = $1 order by external_id limit 1) as opportunity,
              (select id from teams where organization_id = $1 and name = 'Team 1') as team_root,
              (select id from teams where organization_id = $1 and name = 'Team 20') as team_leaf`,
      [organizationId],
    ),
  )
  const [ids] = rows
  if (ids === undefined) throw new Error('the database holds no conversations')
  return ids
}

/** @throws Error when the service's own description names a parameter that no case asks for. */
export async function refuseForgotten(baseUrl: string, key: string, cases: readonly Case[]): Promise<void> {
  const answer = await fetch(`${baseUrl}/openapi.json`, { headers: { authorization: key } })
  const description = (await answer.json()) as {
    paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }>
  }
  const parameters = description.paths['/conversations/list']?.get?.parameters ?? []
  const asked = new Set(cases.flatMap((one) => Object.keys(one.query)))
  const forgotten = parameters.filter((one) => one.in === 'query' && !asked.has(one.name)).map((one) => one.name)
  if (parameters.length === 0 || forgotten.length > 0) {
    throw new Error(
      `the cases of filter-cases.ts do not cover the list's parameters: ${forgotten.join(', ') || 'none seen'}`,
    )
  }
}
