import { randomUUID } from 'node:crypto'
import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const glossarySamples: SamplesOf = async (world, conversation) => {
  // Spellings are unique, and the laws ask for samples more than once.
  const body = () => ({ term: `Wayloom ${randomUUID()}`, misheard: [`Veyloom ${randomUUID()}`], kind: 'product' })
  const make = async () => {
    const { body: made } = await call(world.app, world.org, 'POST', '/glossary', { body: body() })
    return { path: { id: made.data.uuid as string } }
  }
  const [kept, ended] = [await make(), await make()]
  await call(world.app, world.org, 'POST', `/conversations/${conversation}/speakers/suggestions/dismiss`, {
    body: { speaker: 'Speaker 2', name: 'Omar Haddad' },
  })
  return {
    listGlossaryTerms: {},
    createGlossaryTerm: { body: body() },
    importGlossaryTerms: { body: { terms: [body()] } },
    getGlossaryTerm: kept,
    updateGlossaryTerm: { ...kept, body: { meaning: 'Our product.' } },
    deleteGlossaryTerm: ended,
    getGlossaryTermUsage: kept,
    getConversationSentiment: { path: { id: conversation } },
    getStatisticsOccurrences: { path: { id: conversation }, query: { figure: 'questionsAsked' } },
    listSpeakerSuggestions: { path: { id: conversation } },
    dismissSpeakerSuggestion: { path: { id: conversation }, body: { speaker: 'Speaker 1', name: 'Dana Whitfield' } },
    listTranscriptCorrections: { path: { id: conversation } },
  }
}
