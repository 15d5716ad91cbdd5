/** Faults in webhook events. */
import { inFile, type PlantedFault } from './model.ts'

const ACCOUNTS = ['tests/account-events.test.ts']
const SCORES = ['src/features/coaching/scorecard-results/announce.test.ts']
const CALLS = ['src/features/conversations/records/announce-change.test.ts']

export const EVENT_FAULTS: readonly PlantedFault[] = [
  // The last migration that defines each function.
  ...inFile('migrations/0064-account-events.sql', ACCOUNTS, [
    ['large teams exceed the size of an event', '- 1) / 200 as part', '- 1) / 2000 as part'],
  ]),
  ...inFile('migrations/0069-user-languages.sql', ACCOUNTS, [
    [
      'a group of thousands sends an event for each user',
      'when is_single and o.primary_team_id',
      'when o.primary_team_id',
    ],
  ]),
  ...inFile('migrations/0066-distributable.sql', ACCOUNTS, [
    ['channels get events of users', 'instant, null, false)', 'instant, null, true)'],
    [
      'disabled webhooks get events',
      'w.organization_id = organization and w.enabled and (w.event_types',
      'w.organization_id = organization and (w.event_types',
    ],
  ]),
  ...inFile('src/features/platform/webhooks/wake.ts', ACCOUNTS, [
    ['deliveries of triggers wait for another event', 'for (const id of ids)', 'for (const id of ids.slice(1))'],
  ]),
  ...inFile('src/features/coaching/scorecard-results/store.ts', SCORES, [
    ['the same scores send an event', 'if (stored.changed) await', 'await'],
  ]),
  ...inFile('src/features/conversations/records/record/update-conversation-start.ts', CALLS, [
    ['the same start sends an event', 'isSame ? [] :', 'false ? [] :'],
  ]),
  ...inFile('src/features/conversations/records/transcript/store-correction.ts', CALLS, [
    ['a correction sends no event', "[...others, 'transcript']", 'others'],
  ]),
]
