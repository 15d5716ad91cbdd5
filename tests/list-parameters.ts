/** Every query parameter of the two lists, with values that are right and values that are wrong. */
import fc from 'fast-check'
import type { ListName, Query } from './list-model.ts'
import {
  APPLICATIONS,
  EMAILS,
  MOMENTS,
  OPPORTUNITIES,
  type PopulatedWorld,
  RECORDS,
  TITLES,
} from './list-population.ts'

export const NOBODY = '00000000-0000-7000-8000-000000000000'

export const FLAGS: readonly string[] = [
  'filter[hide_internal]',
  'filter[hide_non_analyzed]',
  'filter[analyzed]',
  'filter[hide_pending]',
  'filter[hide_transcript]',
  'filter[hide_failed]',
  'filter[archived]',
]

/** Flag → what it adds to each element, in the list that keeps intelligence back and in the other one. */
export const ATTRIBUTE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'filter[include_internal_participants]': ['internalParticipants'],
  'filter[include_meeting_platform_metadata]': ['meetingPlatformMetadata'],
  'filter[include_import_metadata]': ['importMetadata'],
  detailedTranscript: [],
  withCrmRecords: ['crmRecords'],
  withIntelligenceItems: ['intelligenceItems'],
}

const lists = [
  'filter[owner.id]',
  'filter[owner.email]',
  'filter[participants.email]',
  'filter[external_opportunity.id]',
]

export const PARAMETERS: readonly string[] = [
  'fromDateTime',
  'toDateTime',
  'page',
  'size',
  ...lists,
  'filter[title]',
  'filter[external_opportunity.title]',
  'filter[external_opportunity.stage]',
  'filter[duration.min]',
  'filter[duration.max]',
  'filter[application_name]',
  'filter[crm_field.entity_code]',
  'filter[crm_field.field_name]',
  'filter[crm_field.values]',
  'filter[team.id]',
  ...FLAGS,
  ...Object.keys(ATTRIBUTE_FLAGS),
]

export const PAIRS: readonly (readonly [string, string])[] = PARAMETERS.flatMap((one, index) =>
  PARAMETERS.slice(index + 1).map((other) => [one, other] as const),
)

export const SIZE_MAX: Readonly<Record<ListName, number>> = { '/conversations': 500, '/conversations/list': 50 }

type Value = string | readonly string[]

const mixedCase = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom('as it is', 'upper', 'lower')).map(([value, how]) => {
    if (how === 'as it is') return value
    return how === 'upper' ? value.toUpperCase() : value.toLowerCase()
  })

/** Comma separated or as a repeated key, with blanks and empties between. */
const listOf = (entry: fc.Arbitrary<string>, max = 3): fc.Arbitrary<Value> =>
  fc
    .tuple(fc.array(entry, { minLength: 0, maxLength: max }), fc.constantFrom(',', ' , ', ',,', 'repeated'))
    .map(([entries, how]) => {
      if (how === 'repeated') return entries.length === 0 ? '' : entries
      return entries.join(how)
    })

const moment = fc
  .tuple(fc.constantFrom(...MOMENTS), fc.constantFrom(-1, 0, 0, 1), fc.constantFrom('utc', '+05:30', '-08:00', 'date'))
  .map(([at, off, how]) => {
    if (how === 'date') return new Date(at).toISOString().slice(0, 10)
    if (how === 'utc') return new Date(at + off).toISOString()
    const minutes = how === '+05:30' ? 330 : -480
    return new Date(at + off + minutes * 60_000).toISOString().replace('Z', how)
  })

/** Any part of a title, cut between characters. */
const part = fc
  .tuple(fc.constantFrom(...TITLES), fc.nat(40), fc.integer({ min: 1, max: 8 }))
  .map(([title, from, length]) => {
    const characters = [...title.trim().normalize('NFC')]
    const start = from % characters.length
    return characters.slice(start, start + length).join('')
  })

export function rightValue(name: string, list: ListName, { owners, teams }: PopulatedWorld): fc.Arbitrary<Value> {
  const ids = (known: readonly string[]) => mixedCase(fc.constantFrom(...known, NOBODY))
  switch (name) {
    case 'fromDateTime':
    case 'toDateTime':
      return moment
    case 'page':
      return fc.integer({ min: 1, max: 12 }).map(String)
    case 'size':
      return fc.constantFrom(1, 2, 7, 10, 25, 49, SIZE_MAX[list]).map(String)
    case 'filter[owner.id]':
      return listOf(ids(owners.map(({ id }) => id)))
    case 'filter[owner.email]':
      return listOf(mixedCase(fc.constantFrom(...owners.map(({ email }) => email), 'nobody@acme.example')))
    case 'filter[participants.email]':
      return listOf(mixedCase(fc.constantFrom(...EMAILS, 'nobody@customer.example')))
    case 'filter[external_opportunity.id]':
      return listOf(fc.constantFrom(...OPPORTUNITIES, '006', 'none'))
    case 'filter[title]':
      return fc.oneof(mixedCase(part), fc.constantFrom('%', '_', '\\', '', 'ss', 'no such title'))
    case 'filter[external_opportunity.title]':
      return mixedCase(fc.constantFrom('006', 'deal', 'GRÖSSE', 'größe', '%', '', 'no such deal'))
    case 'filter[external_opportunity.stage]':
      return listOf(fc.constantFrom('closed won', 'Closed_Won', 'closedwon', 'Größe-Prüfung', 'Closed', 'lost'))
    case 'filter[duration.min]':
    case 'filter[duration.max]':
      return fc.constantFrom('0', '2', '3', '600', '1801', '3600', '360000')
    case 'filter[application_name]':
      return listOf(fc.constantFrom(...APPLICATIONS, 'GONG & CO', 'teams'))
    case 'filter[crm_field.entity_code]':
      return fc.constantFrom('account', 'companies', 'contact', 'contacts', 'opportunity', 'deals', 'lead', 'pipelines')
    case 'filter[crm_field.field_name]':
      return fc.constantFrom(...RECORDS.flatMap(({ fields }) => Object.keys(fields)), 'Industry')
    case 'filter[crm_field.values]':
      return listOf(
        fc.constantFrom(...RECORDS.flatMap(({ fields }) => Object.values(fields).map(String)), 'TRUE', '5.0', 'Closed'),
        10,
      ).filter((value) => String(value).replace(/[, ]/g, '') !== '')
    case 'filter[team.id]':
      return listOf(ids(Object.values(teams)))
    default:
      return fc.constantFrom('true', 'true', 'TRUE', '1', 'false', '0', 'False')
  }
}

/** Values that break the rule of their parameter. */
export function wrongValues(name: string, list: ListName): readonly Value[] {
  const tooLarge = String(SIZE_MAX[list] + 1)
  switch (name) {
    case 'fromDateTime':
    case 'toDateTime':
      return ['yesterday', '', '2026-13-01', '2026-02-30', '2026-03-10T12:00:00', '10.03.2026', '1773100800', '\u0000']
    case 'page':
      return ['0', '-1', '1.5', 'one', '', '1e2', '0x1', '99999999999999999999']
    case 'size':
      return ['0', '-5', '2.5', 'all', '', tooLarge, 'NaN']
    case 'filter[owner.id]':
    case 'filter[team.id]':
      return ['me', `${NOBODY},me`, [NOBODY, `${NOBODY}0`], "' or true --"]
    case 'filter[owner.email]':
    case 'filter[participants.email]':
    case 'filter[external_opportunity.id]':
    case 'filter[external_opportunity.title]':
    case 'filter[external_opportunity.stage]':
    case 'filter[application_name]':
    case 'filter[title]':
      return ['\u0000', 'a\u0000b']
    case 'filter[duration.min]':
    case 'filter[duration.max]':
      return ['-1', '1.5', 'ten', '', '360001', '1e3', '99999999999999999999']
    case 'filter[crm_field.entity_code]':
      return ['', 'accounts', 'Account', 'contact,account', 'toString']
    case 'filter[crm_field.field_name]':
      return ['\u0000']
    case 'filter[crm_field.values]':
      return [Array.from({ length: 11 }, (_, i) => `v${i}`).join(','), Array.from({ length: 11 }, (_, i) => `v${i}`)]
    default:
      return ['yes', '', '2', 'null', 'truee', 'on', '-1']
  }
}

/** What a parameter needs beside it to be allowed at all. */
export function companionsOf(name: string): Query {
  if (name === 'filter[crm_field.field_name]') return { 'filter[crm_field.values]': 'Retail' }
  if (name === 'filter[crm_field.values]') return { 'filter[crm_field.field_name]': 'industry' }
  return {}
}
