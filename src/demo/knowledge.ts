/** Knowledge sources of the demo company. Their content is in `knowledge/`. */
export const SOURCES = [
  { title: 'Price list', file: 'pricing.md' },
  { title: 'Security questions and answers', file: 'security.md' },
  { title: 'Onboarding in six weeks', file: 'onboarding.md' },
  { title: 'Who else is there', file: 'competitors.md' },
] as const
