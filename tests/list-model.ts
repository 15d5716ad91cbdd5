/**
 * What the two lists must answer, told once more and plainly: a filter over an array, written from the contract
 * (operation 2) and the decisions (section 1, visibility and order; section 2, filters) and from nothing in `src`.
 */

export type Query = Readonly<Record<string, string | readonly string[]>>

export interface Listed {
  readonly id: string
  readonly title: string
  /** Start time, else the time it was made; milliseconds since 1970. */
  readonly startedAt: number
  readonly ownerId: string
  readonly ownerEmail: string
  readonly teamId: string | null
  readonly archived: boolean
  readonly private: boolean
  readonly emails: readonly string[]
  readonly internal: boolean
  /** ID in the CRM, which is the title too. */
  readonly opportunity: string | null
  /** Seconds. */
  readonly duration: number | null
  /** Empty if the import names none. */
  readonly application: string
  readonly links: readonly { readonly code: string; readonly id: string }[]
  readonly state: 'pending' | 'analyzed' | 'failed'
  readonly hasTranscript: boolean
  readonly spoken: boolean
}

export interface CrmRecord {
  readonly code: string
  readonly id: string
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

export interface Population {
  readonly conversations: readonly Listed[]
  readonly records: readonly CrmRecord[]
  /** Parent of each team; null at a root. */
  readonly parents: ReadonlyMap<string, string | null>
}

/** `everything` for admins and org-level keys. */
export type Viewer = 'everything' | { readonly userId: string; readonly memberOf: readonly string[] }

export type ListName = '/conversations' | '/conversations/list'

/** All that the list holds for the viewer, in order; `refused` when the combination itself is against the rules. */
export function expectedList(
  list: ListName,
  population: Population,
  viewer: Viewer,
  query: Query,
): Listed[] | 'refused' {
  const ask = asked(query)
  if ((ask.fieldName !== undefined) !== (ask.fieldValues !== undefined)) return 'refused'
  if ((ask.durationMin ?? 0) > (ask.durationMax ?? Number.POSITIVE_INFINITY)) return 'refused'
  const isBelow = (team: string | null, roots: readonly string[]): boolean =>
    team !== null && (roots.includes(team) || isBelow(population.parents.get(team) ?? null, roots))
  const isSeen = (one: Listed) => {
    if (viewer === 'everything' || one.ownerId === viewer.userId) return true
    return !one.private && isBelow(one.teamId, viewer.memberOf)
  }
  const hasLinkedValue = (one: Listed) =>
    one.links.some((link) => {
      if (ask.entity !== undefined && link.code !== ask.entity) return false
      if (ask.fieldName === undefined) return true
      const record = population.records.find(({ code, id }) => code === link.code && id === link.id)
      const value = record?.fields[ask.fieldName]
      return value !== undefined && value !== null && ask.fieldValues?.includes(String(value))
    })

  const stagesOf = (one: Listed) =>
    population.records
      .filter(({ code, id }) => ['deals', 'opportunity'].includes(code) && id === one.opportunity)
      .flatMap(({ fields }) => [fields.stage, fields.dealstage, fields.StageName])
      .flatMap((stage) => (typeof stage === 'string' ? [plainStage(stage)] : []))

  const kept: ((one: Listed) => boolean | undefined)[] = [
    isSeen,
    (one) => !one.archived || ask.flag('filter[archived]'),
    (one) => one.spoken || list === '/conversations/list',
    (one) => ask.from === undefined || one.startedAt >= ask.from,
    (one) => ask.to === undefined || one.startedAt <= ask.to,
    (one) => ask.ownerIds === undefined || ask.ownerIds.includes(one.ownerId),
    (one) => ask.ownerEmails === undefined || ask.ownerEmails.includes(one.ownerEmail.toLowerCase()),
    (one) => anyCase(one.title).includes(anyCase(ask.title)),
    (one) => ask.participants === undefined || one.emails.some((email) => ask.participants?.includes(anyCase(email))),
    (one) =>
      ask.opportunities === undefined || (one.opportunity !== null && ask.opportunities.includes(one.opportunity)),
    (one) =>
      ask.opportunityTitle === undefined ||
      (one.opportunity !== null && anyCase(one.opportunity).includes(anyCase(ask.opportunityTitle))),
    (one) => ask.stages === undefined || stagesOf(one).some((stage) => ask.stages?.map(plainStage).includes(stage)),
    (one) => ask.durationMin === undefined || (one.duration !== null && one.duration >= ask.durationMin),
    (one) => ask.durationMax === undefined || (one.duration !== null && one.duration <= ask.durationMax),
    (one) => ask.applications === undefined || ask.applications.includes(one.application.toLowerCase()),
    (one) => (ask.entity === undefined && ask.fieldName === undefined) || hasLinkedValue(one),
    (one) => ask.teams === undefined || isBelow(one.teamId, ask.teams),
    (one) => !ask.flag('filter[hide_internal]') || !one.internal,
    (one) => !(ask.flag('filter[hide_non_analyzed]') || ask.flag('filter[analyzed]')) || one.state === 'analyzed',
    (one) => !ask.flag('filter[hide_pending]') || one.state !== 'pending',
    (one) => !ask.flag('filter[hide_failed]') || one.state !== 'failed',
    (one) => !ask.flag('filter[hide_transcript]') || one.hasTranscript,
  ]
  return population.conversations
    .filter((one) => kept.every((keeps) => keeps(one)))
    .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1))
}

/** Which page is asked for, of what size. */
export function expectedWindow(query: Query): { page: number; size: number } {
  return { page: Number(lastOf(query.page) ?? 1), size: Number(lastOf(query.size) ?? 25) }
}

export const isFlagOn = (query: Query, name: string): boolean =>
  ['true', '1'].includes((lastOf(query[name]) ?? 'false').toLowerCase())

const lastOf = (value: string | readonly string[] | undefined) => (typeof value === 'string' ? value : value?.at(-1))
const plainStage = (text: string) => text.toLowerCase().replace(/[ _-]/g, '')
const anyCase = (text: string) => text.normalize('NFC').toLowerCase()

function asked(query: Query) {
  const list = (name: string) => {
    const given = query[name]
    if (given === undefined) return undefined
    const entries = (typeof given === 'string' ? [given] : given)
      .join(',')
      .split(',')
      .map((entry) => entry.trim())
    const filled = entries.filter((entry) => entry.length > 0)
    return filled.length === 0 ? undefined : filled
  }
  const moment = (name: string) => {
    const given = lastOf(query[name])
    return given === undefined ? undefined : Date.parse(given)
  }
  const number = (name: string) => {
    const given = lastOf(query[name])
    return given === undefined ? undefined : Number(given)
  }
  return {
    flag: (name: string) => isFlagOn(query, name),
    from: moment('fromDateTime'),
    to: moment('toDateTime'),
    title: lastOf(query['filter[title]']) ?? '',
    ownerIds: list('filter[owner.id]')?.map((id) => id.toLowerCase()),
    ownerEmails: list('filter[owner.email]')?.map((email) => email.toLowerCase()),
    participants: list('filter[participants.email]')?.map(anyCase),
    opportunities: list('filter[external_opportunity.id]'),
    opportunityTitle: lastOf(query['filter[external_opportunity.title]']) || undefined,
    stages: list('filter[external_opportunity.stage]'),
    durationMin: number('filter[duration.min]'),
    durationMax: number('filter[duration.max]'),
    applications: list('filter[application_name]')?.map((name) => name.toLowerCase()),
    entity: lastOf(query['filter[crm_field.entity_code]']),
    fieldName: lastOf(query['filter[crm_field.field_name]']),
    fieldValues: list('filter[crm_field.values]'),
    teams: list('filter[team.id]')?.map((id) => id.toLowerCase()),
  }
}
