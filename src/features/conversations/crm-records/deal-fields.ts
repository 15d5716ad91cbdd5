/** Meaning of CRM fields, whose names differ between CRMs. */

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export type CrmFields = Readonly<Record<string, unknown>>

/** Field names in lower case without separators. Custom fields of Salesforce end in `c`. */
const NAMES = {
  stage: ['dealstage', 'stagename', 'stage', 'dealstagename', 'dealstagelabel'],
  amount: ['amount', 'dealamount', 'value', 'dealvalue', 'amountinhomecurrency'],
  currency: ['currency', 'currencyisocode', 'dealcurrencycode'],
  closeDate: ['closedate', 'expectedclosedate', 'closingdate'],
  owner: ['owner', 'ownername', 'hubspotownername', 'dealowner', 'accountowner'],
  lossReason: [
    'closedlostreason',
    'lossreason',
    'lostreason',
    'reasonlost',
    'lossreasonc',
    'lostreasonc',
    'closedlostreasonc',
    'reasonforlossc',
  ],
} as const
export type DealField = keyof typeof NAMES

/** Names of the field with the stage of a deal, in lower case without separators. */
export const STAGE_FIELDS: readonly string[] = NAMES.stage
/** Entity codes of records that describe an opportunity. */
export const DEAL_CODES: readonly string[] = ['deals', 'opportunity']

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Value of a field as text. Undefined if the record doesn't contain it. */
export function readDealField(fields: CrmFields, field: DealField): string | undefined {
  for (const name of NAMES[field]) {
    const entry = Object.entries(fields).find(([key, value]) => plain(key) === name && value !== null && value !== '')
    if (entry !== undefined) return typeof entry[1] === 'object' ? readName(entry[1]) : String(entry[1])
  }
  return undefined
}

/** Close date as a day, `2026-03-12`. Null if it is missing, or isn't a date. */
export function readCloseDay(fields: CrmFields): string | null {
  const value = readDealField(fields, 'closeDate') ?? ''
  const time = /^\d{12,14}$/.test(value) ? Number(value) : Date.parse(value)
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : null
}

/** Fields of a deal whose changes are stored. */
export const DEAL_CHANGE_FIELDS = ['stage', 'amount', 'close_date'] as const
export type DealChangeField = (typeof DEAL_CHANGE_FIELDS)[number]

/** Names of CRM fields whose changes are stored, in lower case without separators. */
export const DEAL_HISTORY_FIELDS: readonly string[] = [...NAMES.stage, ...NAMES.amount, ...NAMES.closeDate]

const CHANGE_READERS: Readonly<Record<DealChangeField, (fields: CrmFields) => string | null>> = {
  stage: (fields) => readDealField(fields, 'stage') ?? null,
  amount: (fields) => readAmount(fields)?.toString() ?? null,
  close_date: readCloseDay,
}

/** Differences of stage, amount and close date. Null for a missing value. */
export const compareDealFields = (before: CrmFields, after: CrmFields) =>
  DEAL_CHANGE_FIELDS.map((field) => ({
    ...{ field, from: CHANGE_READERS[field](before), to: CHANGE_READERS[field](after) },
  })).filter(({ from, to }) => from !== to)

/** Name of a nested record, such as the owner in Salesforce. */
function readName(value: unknown): string | undefined {
  const name = (value as { Name?: unknown; name?: unknown } | null)?.Name ?? (value as { name?: unknown } | null)?.name
  return typeof name === 'string' ? name : undefined
}

/** Job title of a person. Undefined if the record doesn't contain it. */
export function readPersonTitle(fields: CrmFields): string | undefined {
  const entry = Object.entries(fields).find(
    ([key, value]) => /^(?:job)?title$/.test(plain(key)) && typeof value === 'string',
  )
  return (entry?.[1] as string | undefined)?.trim() || undefined
}

/** Amount as a number, for totals. Undefined if it isn't a number. */
export function readAmount(fields: CrmFields): number | undefined {
  const text = readDealField(fields, 'amount')
  const amount = text === undefined ? Number.NaN : Number(text)
  return Number.isFinite(amount) ? amount : undefined
}

export function formatAmount(amount: number, fields: CrmFields = {}): string {
  const currency = readDealField(fields, 'currency')
  return `${amount.toLocaleString('en-US')}${currency === undefined ? '' : ` ${currency}`}`
}

export type DealOutcome = 'won' | 'lost' | 'open'

export function readOutcome(fields: CrmFields): DealOutcome | undefined {
  const stage = readDealField(fields, 'stage')?.toLowerCase()
  const flag = (name: string) =>
    Object.entries(fields).some(([key, value]) => plain(key) === name && String(value) === 'true')
  if (flag('iswon') || flag('hsisclosedwon')) return 'won'
  if (flag('hsisclosedlost') || flag('isclosed')) return 'lost'
  if (stage === undefined) return undefined
  if (/lost/.test(stage)) return 'lost'
  return /\bwon\b|closedwon/.test(stage) ? 'won' : 'open'
}

/** Formats `closedlost` and `contract_sent` for people. */
export const readableStage = (stage: string): string =>
  stage
    .replace(/^closed[ _]?(won|lost)$/i, (_, outcome: string) => `Closed ${outcome.toLowerCase()}`)
    .replaceAll('_', ' ')

/** Name of a field for people: `closeDate` → `close date`. */
export function readableField(field: string): string {
  const known = (Object.entries(READABLE) as [string, string][]).find(([name]) => name === plain(field))
  return (
    known?.[1] ??
    field
      .replace(/__c$/, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase()
  )
}

const READABLE: Readonly<Record<string, string>> = {
  closedate: 'close date',
  dealstage: 'stage',
  dealname: 'name',
  jobtitle: 'job title',
  numberofemployees: 'number of employees',
  annualrevenue: 'annual revenue',
}

/** Formats a value of a field: text, number, day, or a list of them. */
export function formatFieldValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatFieldValue).join(', ')
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value) ? DAY.format(new Date(value)) : value
  return JSON.stringify(value)
}
