import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const scorecardSamples: SamplesOf = async (world, conversation) => {
  const send = async (method: 'POST' | 'PUT', path: string, body: unknown) => {
    const answer = await call(world.app, world.org, method, path, { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body.data
  }
  const label = await send('POST', '/labels', { name: `Kind ${conversation}`, options: [{ value: 'Demo' }] })
  const criteria = { operator: 'AND', conditions: [{ field: label.uuid, value: label.options[0].id }] }
  const make = async () => {
    const { id } = await send('POST', '/scorecards', { title: 'Discovery', criteria })
    const item = await send('POST', `/scorecards/${id}/items`, { title: 'Opened well' })
    const score = { items: [{ uuid: item.id as string, score: 4 }] }
    return { id: id as string, itemId: item.id as string, score }
  }
  const one = await make()
  const ofScorecard = { path: { id: one.id } }
  const ofItem = { path: { id: one.id, itemId: one.itemId } }
  const scored = await make()
  await send('PUT', `/conversations/${conversation}/scorecard-results/${scored.id}`, scored.score)
  const { id: ended } = await make()
  const dismissed = await make()
  const ofResult = `/conversations/${conversation}/scorecard-results/${dismissed.id}`
  await send('PUT', ofResult, dismissed.score)
  await call(world.app, world.org, 'DELETE', ofResult)
  // Without criteria, so that the analysis judges by it.
  const judging = await send('POST', '/scorecards', { title: 'Manners' })
  await send('POST', `/scorecards/${judging.id}/items`, { title: 'Greeted the customer' })
  return {
    listScorecards: {},
    createScorecard: { body: { title: 'Closing' } },
    getScorecard: ofScorecard,
    updateScorecard: { ...ofScorecard, body: { enabled: true } },
    deleteScorecard: { path: { id: ended } },
    listScorecardItems: ofScorecard,
    createScorecardItem: { ...ofScorecard, body: { title: 'Closed well' } },
    getScorecardItem: ofItem,
    updateScorecardItem: { ...ofItem, body: { weight: 2 } },
    deleteScorecardItem: ofItem,
    listScorecardResults: ofScorecard,
    listUnreviewedScorecardResults: { query: { scorecard: one.id } },
    listConversationScorecardResults: { path: { id: conversation } },
    putScorecardResult: { path: { id: conversation, scorecardId: one.id }, body: one.score },
    listConversationScorings: { path: { id: conversation } },
    listConversationScorecards: { path: { id: conversation } },
    locateQuotes: { path: { id: conversation }, body: { quotes: ['Shall we begin?'] } },
    getScorecardAgreement: ofScorecard,
    getScorecardReport: { path: { id: scored.id } },
    deleteScorecardResult: { path: { id: conversation, scorecardId: scored.id } },
  }
}
