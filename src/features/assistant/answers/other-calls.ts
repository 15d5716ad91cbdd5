/**
 * Finds answers about an account in calls without it. People discuss an account in forecasts and reviews too, and its own
 * calls don't contain that.
 */
import { readQuestion, searchPassages } from '../../search/conversation-search/index.ts'
import { type AnswerEvidence, type GatherPorts, gather } from './evidence.ts'
import { type AccountNames, toSpokenAccount } from './extract/account-stretches.ts'
import type { ScopedConversations } from './queries.ts'
import { selectAccountNames, selectAllAccountNames } from './records/queries-names.ts'
import type { AnswerScope } from './scope.ts'

/** Maximum number of passages with a name of an account that are considered. */
const FOUND_MAX = 40

export interface OtherCalls {
  readonly scope: AnswerScope
  /** All texts that the search has chosen, whether they probably answer or not. */
  readonly evidence: AnswerEvidence
  readonly accounts: AccountNames
}

/**
 * @param within calls of the scope, without restriction to the accounts
 * @param own calls with the accounts
 * @param asked question without the names of the accounts
 */
export async function gatherFromOtherCalls(
  ports: GatherPorts,
  within: ScopedConversations,
  { names, own, asked }: { readonly names: readonly string[]; readonly own: readonly string[]; readonly asked: string },
): Promise<OtherCalls | undefined> {
  const said = names.flatMap((name) => toSpokenAccount(name) ?? [])
  if (said.length === 0) return undefined
  const question = readQuestion(said.join(' '), { speakers: false })
  const { data } = await searchPassages(ports, {
    ...{ question, mode: 'lexical', match: 'exact', limit: FOUND_MAX },
    // People can say the name in the account's own calls so often that no other call is found.
    within: { ...within, omittedIds: own },
  })
  const ids = [...new Set(data.map(({ conversation }) => conversation.id))]
  if (ids.length === 0) return undefined
  const scope: AnswerScope = { kind: 'conversations', within: { ...within, conversationIds: ids } }
  const found = await gather(ports, scope, { asked, whole: false })
  const evidence = { ...found, texts: [...found.texts, ...found.near], near: [] }
  const others = await selectAllAccountNames(ports.db, ports.org)
  const accountOf = await selectAccountNames(ports.db, ports.org, ids)
  return { scope, evidence, accounts: { names, others, withOthers: new Set(accountOf.keys()) } }
}
