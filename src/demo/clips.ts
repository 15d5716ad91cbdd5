/** Demo clips. Start and end are identified by words in the transcript. */
import type { UserName } from './people.ts'

export interface DemoClip {
  readonly talk: string
  readonly by: UserName
  readonly title: string
  readonly from: string
  readonly to: string
  readonly notes?: string
  /** Folder path from the root; empty for the root. */
  readonly folder: readonly string[]
  /** Whether the clip is in the creator's own library rather than in that of the organization. */
  readonly own?: true
  /** Whether anyone with the link can view the clip. */
  readonly open?: true
}

export const CLIPS: readonly DemoClip[] = [
  {
    ...{ talk: 'harbor-1-discovery', by: 'Priya Raman', title: 'Nine thousand a month in credits', open: true },
    ...{ folder: ['Discovery', 'What it costs them'], from: 'I can tell you exactly', to: 'twice in one week.' },
    notes: 'Karin names the number herself. Asked for the size, not for the figure.',
  },
  {
    ...{ talk: 'harbor-2-demo', by: 'Priya Raman', title: 'The bridge that was in his head for six years' },
    ...{ folder: ['Demo'], from: 'This one, nineteen.', to: 'Write that down, Ravi.' },
    notes: 'Let them find the mistake in the plan, and mend it in front of them.',
  },
  {
    ...{ talk: 'harbor-4-negotiation', by: 'Marcus Adeyemi', title: 'Taking back what cannot be promised' },
    ...{ folder: ['Negotiation'], from: 'So twenty-six could be on Standard', to: 'whether it ever will be.' },
    notes: 'The best minute of the call: wrong, and said so in the same breath.',
  },
  {
    ...{ talk: 'harbor-4-negotiation', by: 'Marcus Adeyemi', title: 'What does sixty-five mean?' },
    ...{ folder: ['Negotiation'], from: 'Can I ask a question before we go on', to: "It's about the board." },
    notes: 'Ask what a limit is made of before trying to move it.',
  },
  {
    ...{
      talk: 'harbor-4-negotiation',
      by: 'Lena Sorokin',
      title: 'Say the number and wait',
      own: true,
      folder: ['To learn'],
    },
    ...{ from: 'What I can do for Harbor', to: 'Plus five.' },
  },
  {
    ...{ talk: 'ottermoor-1-discovery', by: 'Tom Birkett', title: 'Two businesses with one set of drivers' },
    ...{ folder: ['Discovery'], from: 'We collect milk at farms', to: "I'm short of fifteen." },
  },
  {
    ...{ talk: 'cobblequay-1-discovery', by: 'Lena Sorokin', title: 'Ninety minutes on the floor', open: true },
    ...{ folder: ['Discovery', 'What it costs them'], from: 'The shop system prints orders.', to: 'I press it again.' },
  },
  {
    ...{ talk: 'marrowby-2-lost-proofs', by: 'Samir Haddad', title: 'A timeout that is read as a yes' },
    ...{ folder: ['Incidents'], from: 'Give me a moment', to: 'nothing you did wrong.' },
    notes: 'For everybody who writes code that sends something.',
  },
  {
    ...{ talk: 'marrowby-4-leaving', by: 'Dana Whitlock', title: 'Why it will not happen again' },
    ...{ folder: ['Incidents'], from: 'Why it won', to: 'But I was called.' },
  },
  {
    ...{ talk: 'research-1-driver', by: 'Mei Tanaka', title: 'I took the glove off with my teeth', open: true },
    ...{ folder: ['Voices of drivers'], from: "I've written, I think, four.", to: 'Hold a button and talk.' },
  },
  {
    ...{ talk: 'marrowby-4-leaving', by: 'Marcus Adeyemi', title: 'For the next board', own: true, folder: ['Board'] },
    ...{ from: 'I need to know why it', to: 'what it costs me to go.' },
  },
  {
    ...{ talk: 'research-1-driver', by: 'Mei Tanaka', title: 'Control of the chef', own: true, folder: [] },
    ...{ from: 'I like the photos.', to: "it's control of the chef." },
  },
  {
    ...{ talk: 'harbor-7-first-review', by: 'Jonas Ekberg', title: 'Dinner at home eleven times', open: true },
    ...{ folder: [], from: 'And the planning time?', to: "That's the number I'll remember." },
  },
]
