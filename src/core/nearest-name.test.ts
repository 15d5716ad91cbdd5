import { expect, it } from 'vitest'
import { findNearestName } from './nearest-name.ts'

const NAMES = ['call_id', 'query', 'from', 'to', 'owner_id', 'limit', 'participant_email', 'started_at']

it.each([
  ['limt', 'limit'],
  ['Limit', 'limit'],
  ['callId', 'call_id'],
  ['conversation_id', 'call_id'],
  ['conversationUUID', 'call_id'],
  ['owner', 'owner_id'],
  ['user_id', 'owner_id'],
  ['since', 'from'],
  ['page_size', 'limit'],
  ['participantEmails', 'participant_email'],
  ['email', 'participant_email'],
  ['startedAt', 'started_at'],
])('%s is near %s', (name, wanted) => {
  expect(findNearestName(name, NAMES)).toBe(wanted)
})

it.each(['zeppelin', '', '___', 'no_such_argument', 'x'])('nothing is near %s', (name) => {
  expect(findNearestName(name, NAMES)).toBeUndefined()
})

it('suggests a filter for its plain name', () => {
  expect(findNearestName('updatedSince', ['page', 'size', 'filter[updatedSince]'])).toBe('filter[updatedSince]')
  expect(findNearestName('teamId', ['filter[team.id]', 'filter[title]'])).toBe('filter[team.id]')
})
