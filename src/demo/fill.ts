/** Creates the demo data. It creates only missing records, so an interrupted run is completed by the next one. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import { UploadedFile } from '../core/operation.ts'
import type { OrganizationId } from '../core/principal.ts'
import { createUser } from '../features/accounts/identity/index.ts'
import { toMeetingDate } from './calendar.ts'
import { type Callers, createCallers, type DemoParts } from './callers.ts'
import { type CallType, type DemoCall, TALKS } from './calls.ts'
import { accountRecords, contactId, DEALS, type DealId, dealIds, dealRecords, findDeal } from './deals.ts'
import { CALL_TYPE, FIELDS, LABELS, RECORDING, SCORECARDS, SYNTHESIZED, TARGETS, TRACKERS } from './definitions.ts'
import { fillUse } from './fill-use.ts'
import { SOURCES } from './knowledge.ts'
import { ADMIN, emailOfUser, TEAMS, type TeamName, USERS } from './people.ts'
import { RECORDING_NAME, recordingFile } from './recordings.ts'
import { companyLink, renderTranscript } from './render-transcript.ts'

const APPLICATION = 'demo'

export async function fill(parts: DemoParts, org: OrganizationId): Promise<void> {
  const callers = createCallers(parts, org)
  await fillPeople(parts, callers)
  const labels = await fillLabels(callers)
  await fillScorecards(callers, labels)
  await fillFields(callers, labels)
  await fillTrackers(callers)
  await fillTargets(callers)
  const opportunities = await fillCrm(parts, callers)
  await fillKnowledge(callers)
  const talks = await fillTalks(callers, opportunities, parts.clock.now())
  await fillUse(callers, talks)
}

/** List output. All demo lists fit on one page. */
interface Page<T> {
  readonly data: readonly T[]
}

async function fillPeople({ store, clock }: DemoParts, { org, as, findUserId }: Callers): Promise<void> {
  const teams = await teamIds(as)
  for (const team of TEAMS) {
    if (teams.has(team.name)) continue
    const above = 'below' in team ? { parentTeamUUID: teams.get(team.below) } : {}
    const made = await as<{ uuid: string }>(ADMIN, 'createTeam', { name: team.name, ...above })
    teams.set(team.name, made.uuid)
  }
  const { data: there } = await as<Page<{ email: string }>>(ADMIN, 'listOrganizationUsers')
  const known = new Set(there.map(({ email }) => email))
  for (const { name, role, teams: own } of USERS) {
    const [firstName = '', lastName = ''] = name.split(' ')
    const wanted = own.flatMap((team) => teams.get(team) ?? [])
    if (name === ADMIN) {
      const id = await findUserId(ADMIN)
      await as(ADMIN, 'updateOrganizationUser', { id, firstName, lastName })
      await as(ADMIN, 'replaceOrganizationUserTeams', { id, teamUUIDs: wanted })
    } else if (!known.has(emailOfUser(name))) {
      const user = { email: emailOfUser(name), firstName, lastName, role, teamIds: wanted }
      await createUser(store.of(org), org, clock, user)
    }
  }
}

async function teamIds(as: Callers['as']): Promise<Map<TeamName, string>> {
  const { data } = await as<Page<{ uuid: string; name: TeamName }>>(ADMIN, 'listTeams')
  return new Map(data.map(({ uuid, name }) => [name, uuid]))
}

interface DemoLabel {
  readonly uuid: string
  readonly name: string
  readonly options: readonly { readonly id: string; readonly value: string }[]
}

async function fillLabels({ as }: Callers): Promise<readonly DemoLabel[]> {
  const { data } = await as<Page<DemoLabel>>(ADMIN, 'listLabels')
  const labels = [...data]
  for (const label of LABELS) {
    if (labels.some(({ name }) => name === label.name)) continue
    labels.push(await as<DemoLabel>(ADMIN, 'createLabel', label))
  }
  return labels
}

/** Criteria that match calls of any of the types. */
function toCriteria(types: readonly CallType[], labels: readonly DemoLabel[]): object {
  const label = labels.find(({ name }) => name === CALL_TYPE)
  const options = (label?.options ?? []).filter(({ value }) => types.some((type) => type === value))
  return { operator: 'OR', conditions: options.map(({ id }) => ({ field: label?.uuid, value: id })) }
}

async function fillScorecards({ as }: Callers, labels: readonly DemoLabel[]): Promise<void> {
  const { data: there } = await as<Page<{ id: string; title: string }>>(ADMIN, 'listScorecards')
  for (const { title, instructions, types, items } of SCORECARDS) {
    const known = there.find((scorecard) => scorecard.title === title)
    const wanted = { title, detailedInstructions: instructions, criteria: toCriteria(types, labels) }
    const { id } = known ?? (await as<{ id: string }>(ADMIN, 'createScorecard', wanted))
    const { data: had } = await as<Page<{ title: string }>>(ADMIN, 'listScorecardItems', { id })
    for (const item of items) {
      if (had.some((one) => one.title === item.title)) continue
      const numericMetadata = {
        ...{ min: 1, middle: 3, max: 5 },
        ...{ minCriteria: item.min, middleCriteria: item.middle ?? '', maxCriteria: item.max },
      }
      const { title: itemTitle, weight = 1 } = item
      await as(ADMIN, 'createScorecardItem', { id, title: itemTitle, weight, metadata: { numericMetadata } })
    }
  }
}

async function fillFields({ as }: Callers, labels: readonly DemoLabel[]): Promise<void> {
  const { name, types, items } = FIELDS
  const { data: there } = await as<Page<{ uuid: string; name: string }>>(ADMIN, 'listFieldConfigurations')
  const known = there.find((one) => one.name === name)
  const wanted = { name, criteria: toCriteria(types, labels) }
  const { uuid: id } = known ?? (await as<{ uuid: string }>(ADMIN, 'createFieldConfiguration', wanted))
  const { data: had } = await as<Page<{ title: string }>>(ADMIN, 'listFieldConfigurationItems', { id })
  for (const item of items) {
    if (had.some(({ title }) => title === item.title)) continue
    await as(ADMIN, 'createFieldConfigurationItem', { id, ...item })
  }
}

async function fillTrackers({ as }: Callers): Promise<void> {
  const { data: there } = await as<Page<{ name: string }>>(ADMIN, 'listTrackers')
  for (const tracker of TRACKERS) {
    if (!there.some(({ name }) => name === tracker.name)) await as(ADMIN, 'createTracker', tracker)
  }
}

/** Targets are created once: those that people changed or deleted later stay as they are. */
async function fillTargets({ as }: Callers): Promise<void> {
  const { data: there } = await as<Page<object>>(ADMIN, 'listTargets')
  if (there.length > 0) return
  const teams = await teamIds(as)
  const { data: scorecards } = await as<Page<{ id: string; title: string }>>(ADMIN, 'listScorecards')
  for (const target of TARGETS) {
    const { figure, team, scorecard, ...bounds } = { team: undefined, scorecard: undefined, ...target }
    const scorecardUUID = scorecards.find(({ title }) => title === scorecard)?.id
    await as(ADMIN, 'createTarget', {
      ...{ figure, ...bounds },
      ...(team === undefined ? {} : { teamUUID: teams.get(team) }),
      ...(scorecardUUID === undefined ? {} : { scorecardUUID }),
    })
  }
}

async function fillCrm(parts: DemoParts, { as, org }: Callers): Promise<ReadonlyMap<DealId, string>> {
  await as(ADMIN, 'putCrmRecords', { records: accountRecords() })
  for (const deal of dealIds) {
    if (await isStored(as, deal)) continue
    // Each change has the time at which it happened.
    for (const { at, record } of dealRecords(deal, parts.clock.now()))
      await createCallers(parts, org, at).as(ADMIN, 'putCrmRecords', { records: [record] })
  }
  const teams = await teamIds(as)
  const opportunities = new Map<DealId, string>()
  for (const deal of dealIds) {
    const { title, team } = DEALS[deal]
    const wanted = { id: teams.get(team), opportunity_id: deal, title }
    const { id } = await as<{ id: string }>(ADMIN, 'upsertTeamOpportunity', wanted)
    opportunities.set(deal, id)
  }
  return opportunities
}

async function isStored(as: Callers['as'], id: DealId): Promise<boolean> {
  try {
    await as(ADMIN, 'getCrmRecord', { code: 'deals', id })
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return false
    throw error
  }
}

async function fillKnowledge({ as }: Callers): Promise<void> {
  const { data: there } = await as<Page<{ attributes: { title: string } }>>(ADMIN, 'listKnowledgeSources')
  for (const { title, file } of SOURCES) {
    if (there.some(({ attributes }) => attributes.title === title)) continue
    const content = await readFile(new URL(`knowledge/${file}`, import.meta.url), 'utf8')
    await as(ADMIN, 'createKnowledgeSource', { title, content })
  }
}

/** Imports the demo calls. @returns map from demo call IDs to conversation IDs */
async function fillTalks(
  { as }: Callers,
  opportunities: ReadonlyMap<DealId, string>,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  for (const talk of TALKS) {
    const told = await renderTranscript(talk)
    const given = {
      ...{ transcript: told.transcript, participants: told.participants, conversationTitle: talk.title },
      ...{ applicationName: APPLICATION, applicationExternalID: talk.id, language: 'en' },
      conversationStartedAt: toMeetingDate(talk.when, now).toISOString(),
      labels: { [CALL_TYPE]: talk.type, ...(talk.sound ? { [RECORDING]: SYNTHESIZED } : {}) },
      ...(talk.private === undefined ? {} : { private: talk.private }),
    }
    const importTalk = (file?: UploadedFile) =>
      as<{ uuid: string }>(talk.owner, 'importConversation', file === undefined ? given : { ...given, file })
    const { uuid } = talk.sound ? await uploadRecording(recordingFile(talk.id), importTalk) : await importTalk()
    made.set(talk.id, uuid)
    await link(as, talk, { id: uuid, opportunities, people: told.participants.map(({ name }) => name) })
  }
  return made
}

/** Links CRM records as the admin, because users of other teams can't access an opportunity of a team. */
async function link(
  as: Callers['as'],
  { account }: DemoCall,
  told: { id: string; opportunities: ReadonlyMap<DealId, string>; people: readonly string[] },
): Promise<void> {
  if (account === undefined) return
  const users: readonly string[] = USERS.map(({ name }) => name)
  const outside = told.people.filter((name) => !users.includes(name))
  const deal = findDeal(account)
  const deals = deal === undefined ? [] : [{ code: 'deals', id: deal }]
  await as(ADMIN, 'replaceLinkedCrmRecords', {
    id: told.id,
    ...(deal === undefined ? {} : { opportunity_id: told.opportunities.get(deal) }),
    linked_crm_records: [
      companyLink(account),
      ...deals,
      ...outside.map((name) => ({ code: 'contacts', id: contactId(name) })),
    ],
  })
}

/** Passes a copy of a recording in the same way as an HTTP upload: stored on disk temporarily and deleted afterwards. */
async function uploadRecording<T>(recording: URL, work: (file: UploadedFile) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-demo-'))
  try {
    const path = join(folder, RECORDING_NAME)
    const content = await readFile(recording)
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return await work(new UploadedFile({ path, name: RECORDING_NAME, size: content.length, sha256 }))
  } finally {
    await rm(folder, { recursive: true })
  }
}
