/** Comments of demo users about parts of calls. Start and end are identified by words in the transcript. */
import type { UserName } from './people.ts'

export interface DemoComment {
  readonly talk: string
  readonly by: UserName
  readonly from: string
  readonly to: string
  readonly text: string
  readonly replies?: readonly { readonly by: UserName; readonly text: string }[]
  /** User who resolved the thread. Undefined if it is open. */
  readonly resolvedBy?: UserName
}

export const COMMENTS: readonly DemoComment[] = [
  {
    ...{ talk: 'pellwater-3-decision', by: 'Marcus Adeyemi' },
    ...{ from: 'It was the crate account.', to: 'gave all of the points for that.' },
    text: '@Priya Raman, the integration cost us seven points, and the price twelve. Which partner could bring a crate account to the next tender?',
    replies: [
      { by: 'Priya Raman', text: "I don't know one yet. I'll have two names before the next tender starts." },
      { by: 'Ines Falk', text: 'And let us come earlier. Half a year before us, Wayloom was in the building.' },
    ],
  },
  {
    ...{ talk: 'cobblequay-1-discovery', by: 'Lena Sorokin' },
    ...{ from: 'If it could be four hundred', to: "I'd sign quite fast." },
    text: '@Marcus Adeyemi, may I offer the onboarding in twelve parts of 400 dollars?',
    replies: [{ by: 'Marcus Adeyemi', text: 'Yes, with a contract for one year.' }],
    resolvedBy: 'Lena Sorokin',
  },
  {
    ...{ talk: 'harbor-6-late-texts', by: 'Ruth Calloway' },
    ...{ from: "It's a setting that came in the spring", to: 'nobody thought of it in the rollout.' },
    text: '@Samir Haddad, who has this setting switched off, and needs it? Please send me the list of customers.',
    replies: [{ by: 'Samir Haddad', text: 'Eleven customers with gates. Jonas gets the same list for his rollouts.' }],
  },
  {
    ...{ talk: 'cobblequay-2-demo', by: 'Ines Falk' },
    ...{ from: 'I believe that they can choose', to: 'get back to you.' },
    text: '@Lena Sorokin, did Owen get the answer about texts and mails?',
  },
  {
    ...{ talk: 'harbor-7-first-review', by: 'Jonas Ekberg' },
    ...{ from: 'If the windows are at eight by then', to: 'that reference visit.' },
    text: '@Marcus Adeyemi, Karin offers the reference visit herself. We are at nine point one, so please wait until the next review.',
  },
]
