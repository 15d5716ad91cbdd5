/** One or more cases for every parameter of GET /v2/conversations/list, with values that `fill.sql` makes. */
import type { listConversationsOptimized } from '../src/features/conversations/records/index.ts'
import { withClient } from './database.ts'
import type { Filled } from './fill.ts'

export interface Case {
  /** What the table calls it. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
}

const DAY = 86_400_000

/** Every parameter that the operation declares. One that has no cases below doesn't compile. */
type Parameter = keyof (typeof listConversationsOptimized)['input']['shape']

export async function filterCases(filled: Filled): Promise<Case[]> {
  const cases = casesOf(await someIds(filled))
  return [
    { name: 'no parameter', query: {} },
    ...Object.entries(cases).flatMap(([parameter, values]) =>
      Object.entries(values).map(([about, query]) => ({
        name: about === '' ? parameter : `${parameter} (${about})`,
        query: typeof query === 'string' ? { [parameter]: query } : query,
      })),
    ),
  ]
}

/** Parameter → what the case is about → its value, or the whole query where a parameter means nothing alone. */
type Cases = Readonly<Record<Parameter, Readonly<Record<string, string | Case['query']>>>>

function casesOf(ids: Ids): Cases {
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
  const flag = { '': 'true' }
  return {
    page: { 100: '100' },
    cursor: { 'first page': '' },
    size: { 50: '50' },
    'filter[updatedSince]': { 'last day': ago(1), 'last 30 days': ago(30) },
    fromDateTime: { 'last day': ago(1), 'last 30 days': ago(30), 'last 2 years': ago(730) },
    toDateTime: { 'a year ago': ago(365) },
    'filter[owner.id]': { most: ids.owner_most, fewest: ids.owner_least },
    'filter[owner.email]': { one: 'User100@org0.example' },
    'filter[title]': { rare: 'company 1234', common: 'Meeting', nowhere: 'zzzzzz' },
    'filter[participants.email]': { outside: 'person77@company77.example', colleague: 'user15@org0.example' },
    'filter[external_opportunity.id]': { 'CRM id': 'opportunity-7', ours: ids.opportunity },
    'filter[external_opportunity.title]': { common: 'opportunity', nowhere: 'zzzzzz' },
    'filter[external_opportunity.stage]': { one: 'stage-3' },
    'filter[duration.min]': { 'half an hour': '1800' },
    'filter[duration.max]': { 'half an hour': '1800' },
    'filter[application_name]': { nowhere: 'zoom' },
    'filter[tracker.id]': { nowhere: ids.opportunity },
    'filter[scorecard.id]': { nowhere: ids.opportunity },
    'filter[score.min]': { 80: '80' },
    'filter[score.max]': { 50: '50' },
    'filter[crm_field.entity_code]': { '70 % linked': 'companies' },
    'filter[crm_field.field_name]': {
      'all three': { 'filter[crm_field.entity_code]': 'deals', ...crmField('stage', 'stage-3') },
    },
    'filter[crm_field.values]': { 'city, 2 %': crmField('city', 'city-7'), 'tier, 33 %': crmField('tier', 'tier-1') },
    'filter[team.id]': { 'with teams below': ids.team_root, without: ids.team_leaf },
    'filter[label.category]': { 'Stage, 17 %': label('Stage', 'stage-3') },
    'filter[label.option]': { 'Mood, 25 %': label('Mood', 'mood-1') },
    'filter[hide_internal]': flag,
    'filter[hide_non_analyzed]': flag,
    'filter[analyzed]': flag,
    'filter[hide_pending]': flag,
    'filter[hide_transcript]': { '5 % have one': 'true' },
    'filter[hide_failed]': flag,
    'filter[archived]': flag,
    'filter[include_internal_participants]': flag,
    'filter[include_meeting_platform_metadata]': flag,
    'filter[include_import_metadata]': flag,
    detailedTranscript: flag,
    withCrmRecords: flag,
    withIntelligenceItems: flag,
  }
}

const label = (category: string, option: string) => ({
  'filter[label.category]': category,
  'filter[label.option]': option,
})

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
