/**
 * Completions of the arguments of prompts: names of calls, customers and colleagues that the caller can see, days and
 * languages. Each source reads with the operations of its feature, so visibility is the same as everywhere.
 */
import type { Complete, Completions } from '../../../core/completion.ts'
import { fold } from '../../../core/fold.ts'
import type { Context } from '../../../core/operation.ts'
import { listReps } from '../../accounts/identity/index.ts'
import { listTeams } from '../../accounts/teams/index.ts'
import { listOpportunities } from '../../conversations/opportunities/index.ts'
import { listConversationBriefs } from '../../conversations/records/index.ts'
import { completeDays, completeLanguages } from './fixed.ts'

/** Maximum number of rows that a source reads. */
const ROWS_MAX = 100
/** Maximum length of words for a search of users, in characters. */
const QUERY_MAX = 200

const unique = (values: readonly string[]): string[] => [...new Set(values.filter((value) => value !== ''))]
const toContains = (typed: string) => {
  const wanted = fold(typed)
  return (value: string) => fold(value).includes(wanted)
}

const listCalls = async (ctx: Context, title: string) =>
  (
    await listConversationBriefs.handle(
      listConversationBriefs.input.parse({
        size: String(ROWS_MAX),
        ...(title === '' ? {} : { 'filter[title]': title }),
      }),
      ctx,
    )
  ).data

const completeCalls: Complete = async (typed, ctx) => {
  const titles = (await listCalls(ctx, typed)).map(({ title }) => title)
  return unique([...('last'.startsWith(fold(typed)) ? ['last'] : []), ...titles])
}

const completeReps: Complete = async (typed, ctx) => {
  const query = { query: typed.slice(0, QUERY_MAX), size: String(ROWS_MAX) }
  const { data } = await listReps.handle(listReps.input.parse(query), ctx)
  const toName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()
  const counts = Map.groupBy(data, toName)
  // Two users with one name differ by their addresses.
  return unique(data.map((user) => (counts.get(toName(user))?.length === 1 && toName(user)) || user.email))
}

const completeTeams: Complete = async (typed, ctx) => {
  const { data } = await listTeams.handle(listTeams.input.parse({ size: '500' }), ctx)
  return unique(data.map(({ name }) => name).filter(toContains(typed)))
}

/** Opportunities by title, then people outside of the organization in the newest calls. */
const completeCustomers: Complete = async (typed, ctx) => {
  const query = { size: String(ROWS_MAX), ...(typed === '' ? {} : { title: typed }) }
  const [opportunities, calls] = await Promise.all([
    listOpportunities.handle(listOpportunities.input.parse(query), ctx),
    listCalls(ctx, ''),
  ])
  const people = calls
    .flatMap(
      (call) => JSON.parse(call.people.text) as { name: string | null; email: string | null; internal: boolean }[],
    )
    .filter(({ internal }) => !internal)
    .map(({ name, email }) => name ?? email ?? '')
  return unique([...opportunities.data.map(({ title }) => title), ...people.filter(toContains(typed))])
}

export const completions: Completions = {
  call: completeCalls,
  customer: completeCustomers,
  rep: completeReps,
  rep_or_team: async (typed, ctx) =>
    unique([...(await completeTeams(typed, ctx)), ...(await completeReps(typed, ctx))]),
  first_day: async (typed, { clock }) => completeDays(typed, clock.now()),
  language: async (typed) => completeLanguages(typed),
}
